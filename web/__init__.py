"""What every page shares: the WebSocket client."""
