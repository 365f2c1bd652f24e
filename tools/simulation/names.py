"""Invented aliases: two plain words, and staff as birds, trees and colors."""

from collections.abc import Iterator
from random import Random

HOW = (
    *("Amber", "Brass", "Brisk", "Calm", "Chalk", "Copper", "Crimson", "Dapper", "Dotted", "Dusty"),
    *(
        "Early",
        "Fabled",
        "Faint",
        "Fluent",
        "Folded",
        "Gentle",
        "Gilded",
        "Glad",
        "Hazel",
        "Hidden",
    ),
    *("Idle", "Indigo", "Ivory", "Jolly", "Keen", "Lofty", "Lucky", "Mellow", "Mild", "Minty"),
    *("Modest", "Nimble", "Northern", "Olive", "Painted", "Paper", "Patient", "Plain", "Polished"),
    *("Quick", "Quiet", "Rustic", "Sandy", "Scarlet", "Shady", "Silver", "Slate", "Spare", "Sunny"),
    *("Tidy", "Tin", "Velvet", "Violet", "Wandering", "Warm", "Windy", "Wooden", "Woolen", "Young"),
)
WHAT = (
    *("Anvil", "Awning", "Barrel", "Bellows", "Bobbin", "Bonnet", "Bottle", "Bucket", "Buckle"),
    *("Candle", "Canoe", "Carpet", "Chisel", "Clock", "Compass", "Cradle", "Drum", "Fiddle"),
    *("Funnel", "Gimlet", "Goblet", "Hammock", "Hinge", "Kettle", "Kite", "Ladder", "Ladle"),
    *("Lantern", "Lattice", "Loom", "Mallet", "Marble", "Mirror", "Mortar", "Napkin", "Needle"),
    *("Oar", "Paddle", "Parasol", "Pebble", "Pestle", "Pitcher", "Pulley", "Quill", "Saddle"),
    *("Satchel", "Saucer", "Shutter", "Sickle", "Spindle", "Spoon", "Stool", "Teapot", "Thimble"),
    *("Trellis", "Trowel", "Trumpet", "Wagon", "Whisk", "Whistle", "Wicker", "Yarn"),
)
BIRDS = (
    *("Avocet", "Bittern", "Brambling", "Bunting", "Chough", "Coot", "Corncrake", "Crake", "Crossbill"),
    *("Curlew", "Dabchick", "Dipper", "Dotterel", "Dunlin", "Dunnock", "Eider", "Fieldfare", "Finch"),
    *("Fulmar", "Gadwall", "Gannet", "Godwit", "Goldcrest", "Goosander", "Grebe", "Hobby", "Hoopoe"),
    *("Jackdaw", "Kestrel", "Kittiwake", "Knot", "Lapwing", "Linnet", "Mallard", "Merlin", "Moorhen"),
    *("Nightjar", "Nuthatch", "Oriole", "Osprey", "Ouzel", "Petrel", "Pintail", "Pipit", "Pochard"),
    *("Redpoll", "Redwing", "Rook", "Ruff", "Sanderling", "Scoter", "Serin", "Shelduck", "Shrike"),
    *("Skua", "Smew", "Snipe", "Starling", "Stint", "Swift", "Teal", "Tern", "Turnstone", "Whimbrel"),
    *("Whinchat", "Wigeon", "Woodlark", "Wryneck", "Yaffle"),
)  # fmt: skip
TREES = (
    "Acacia",
    "Aspen",
    "Cedar",
    "Cypress",
    "Elder",
    "Hawthorn",
    "Holly",
    "Juniper",
    "Larch",
    "Maple",
)
COLORS = ("Ocher", "Sepia", "Teal Blue", "Umber", "Verdigris", "Cerise")
MANAGERS = ("Walnut", "Sycamore")


def names(rng: Random) -> Iterator[str]:
    """Yield aliases of players in random order, each once, then numbered ones."""
    pairs = [f"{how} {what}" for how in HOW for what in WHAT]
    rng.shuffle(pairs)
    yield from pairs
    turn = 2
    while True:
        yield from (f"{pair} {turn}" for pair in pairs)
        turn += 1
