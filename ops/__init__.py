"""Operations: retention, anonymizing, backup and restore."""
