"""The API names the currency, and its texts are in it."""

from poker.formatting import money
from staff.installation import ROW
from staff.models import Installation
from tests.support.api_fixtures import CreateClient
from tests.support.api_house import House


def test_a_room_in_euros_has_no_dollar(house: House, create_client: CreateClient) -> None:
    Installation.objects.create(pk=ROW, currency="EUR")
    client = create_client()
    table = house.game.table.pk
    me = client.get("me/").json()
    assert (me["currency"], me["decimals"]) == ("EUR", 2)
    paths = [
        "rooms/",
        "tables/",
        f"tables/{table}/",
        f"tables/{table}/picture/",
        "plaques/",
        f"tables/{table}/hands/",
        f"tables/{table}/hands/1/",
        f"rooms/{house.room_id}/lists/",
        "calls/",
        "rulings/",
        "incidents/",
    ]
    text = ""
    for path in paths:
        response = client.get(path)
        assert response.status_code == 200, path
        text += response.content.decode()
    assert "$" not in text
    assert money(400) in text, "the log of a hand is in words"
