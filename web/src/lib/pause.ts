/** How long work may run before the page must be able to draw or to read an answer. */
const sliceMs = 8;

/** Pauses long work from time to time: returns a function to await between two steps of the work. */
export function inSlices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMs) return;
    await pause();
    began = performance.now();
  };
}

/** Lets the page do other work for a moment. A timer would do the same, but is slow in a hidden page. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(0);
  });
