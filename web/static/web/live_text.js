// What pages say while Redis is away. A file without imports, because the map has no live.js.

export const LIVE_OFF = "Live updates are off; refreshing every 10 s. What you do is saved.";
