def begin() -> None:
    pass
