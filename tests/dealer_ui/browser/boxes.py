"""The measured boxes of the tablet at 1180 by 820: (x, y, width, height) by selector."""

SLOTS = {
    "c0r0": (16, 118),
    "c1r0": (249, 118),
    "c2r0": (482, 118),
    "c3r0": (715, 118),
    "c4r0": (948, 118),
    "c0r1": (16, 266),
    "c4r1": (948, 266),
    "c0r2": (16, 414),
    "c4r2": (948, 414),
}
POD = (216, 138)
KEY = 104
HALF = 112
NAME_ROW = 34

DECK = {
    ".floor-key": (16, 584, 116, 188),
    ".award-key": (1048, 584, 116, 188),
    ".undo": (738, 696, 296, 76),
    **{f".s{i}": (146 + 148 * i, 696, 140, 76) for i in range(4)},
}
COUNTS = {f".count.n{i + 2}": (146 + 112 * i, 584, 104, 104) for i in range(8)}
PROMOTION = {".promotion-key": (146, 584, 888, 104)}  # over the count row
STAGE = {".stage": (249, 266, 682, 286)}
BANDS = {
    ".header": (16, 0, 1148, 40),
    ".step": (16, 40, 1148, 70),
    ".footer": (16, 780, 1148, 40),
    ".caption": (146, 556, 888, 26),
}
PAD = {
    **{f".preset.n{i + 2}": (146 + 112 * i, 584, 104, 104) for i in range(6)},
    **{
        f".digit.x-{column}.y-{row}": (491 + 112 * column, 268 + 104 * row, 104, 96)
        for column in range(4)
        for row in range(3)
    },
    **{f".chip-{i}": (261 + 112 * (i % 2), 418 + 80 * (i // 2), 104, 72) for i in range(4)},
    ".set-key": (818, 584, 216, 104),
}
NEXT_TO_PODS = {".corner-numbers": (482, 118, 216, 138)}
TIE = {
    f".r-{row} .c-{suit}": (379 + 134 * suit, 320 + 112 * row, 126, 104)
    for row in range(2)
    for suit in range(4)
}
STEPPERS = {
    f".t-{i} .{side}": (x, 468, 72, 72)
    for i, (less, more) in enumerate([(265, 400), (487, 622), (708, 843)])
    for side, x in (("less", less), ("plus", more))
}
FLOOR = {
    ".solved .key": (948, 152, 216, 104),
    **{f".w-{i}": (16 + 233 * (i % 5), 266 + 148 * (i // 5), 216, 138) for i in range(10)},
}


def pods() -> dict[str, tuple[float, float, float, float]]:
    """Return every slot with its pod and key boxes."""
    boxes: dict[str, tuple[float, float, float, float]] = {}
    for slot, (x, y) in SLOTS.items():
        boxes[f".{slot}"] = (x, y, *POD)
        boxes[f".{slot} .fold"] = (x, y + NAME_ROW, KEY, KEY)
        boxes[f".{slot} .bet"] = (x + HALF, y + NAME_ROW, KEY, KEY)
        boxes[f".{slot} .whole"] = (x, y + NAME_ROW, 216, KEY)
    return boxes
