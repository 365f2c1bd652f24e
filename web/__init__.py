"""What the pages share: printed documents and workbooks."""
