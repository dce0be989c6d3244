/**
 * Runs `act` once no pointer button and no key is pressed, and never synchronously. A blur is often the beginning of a
 * click: if the page moves before the button is released, the click is lost.
 */
export function onceReleased(act: () => void): void {
  if (document.querySelector(":active") === null) return void setTimeout(act);
  const over = new AbortController();
  const released = () => {
    over.abort();
    // The click comes after the release, in the same task.
    setTimeout(act);
  };
  for (const kind of ["pointerup", "pointercancel", "keyup"]) window.addEventListener(kind, released, { signal: over.signal });
}
