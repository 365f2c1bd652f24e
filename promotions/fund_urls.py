"""URLs of funds, below /funds/. The pages of players and the board are public."""

from django.urls import path

from promotions.pages import (
    claim_views,
    cost_views,
    draw_views,
    fund_views,
    promotion_views,
    public_funds,
)

app_name = "funds"

urlpatterns = [
    path("", fund_views.index, name="index"),
    path("open/<int:room>", fund_views.open_fund, name="open"),
    path("ledger/<int:fund>", fund_views.ledger, name="ledger"),
    path("ledger/<int:fund>/act", fund_views.act, name="act"),
    path("claims/<int:fund>/<int:hit>", claim_views.claim, name="claim"),
    path("claims/<int:fund>/<int:hit>/act", claim_views.act, name="claim-act"),
    path("claims/<int:fund>/<int:hit>/slips", claim_views.slips, name="slips"),
    path("claims/<int:fund>/<int:hit>/pick", draw_views.pick, name="pick"),
    path("ledger/<int:fund>/draws", draw_views.act, name="draw-act"),
    path("claims/new/<int:room>", claim_views.new_claim, name="new-claim"),
    path("claims/new/<int:room>/record", claim_views.make_claim, name="make-claim"),
    path("promotions/", promotion_views.index, name="promotions"),
    path("promotions/new/<int:room>", promotion_views.create, name="promotion-new"),
    path("promotions/<int:promotion>", promotion_views.editor, name="promotion"),
    path("promotions/<int:promotion>/act", promotion_views.act, name="promotion-act"),
    path("cost/", cost_views.report, name="cost"),
    path("cost.csv", cost_views.report_file, name="cost-csv"),
    path("board/<int:room>", public_funds.board, name="board"),
    path("<int:room>", public_funds.room_funds, name="public"),
    path("<int:room>/<int:number>", public_funds.fund_page, name="public-fund"),
    path("<int:room>/<int:number>.csv", public_funds.ledger_file, name="csv"),
]
