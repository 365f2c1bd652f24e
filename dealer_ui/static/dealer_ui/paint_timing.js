// The time from tap to paint: from the event's own timestamp to the frame after the change.

const paints = [];
window.floorbook = { paints };

export function mark(name, event) {
  const tapped = event?.timeStamp ?? performance.now();
  performance.mark("tap", { startTime: tapped, detail: name });
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const painted = performance.now();
      performance.mark("paint", { startTime: painted, detail: name });
      paints.push({ name, tapped, painted, ms: painted - tapped });
      if (paints.length > 500) paints.shift();
    };
    port2.postMessage(0); // runs after the frame has been rendered
  });
}
