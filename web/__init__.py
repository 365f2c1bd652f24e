"""What the pages share: navigation, the WebSocket client in JavaScript, and printed documents."""
