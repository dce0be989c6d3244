import type { Engine } from "./engine";

const idleMs = 2 * 60 * 1000;

/** Reports the life of the page to the engine. Returns a function that stops it. */
export function watchPage(engine: Engine): () => void {
  const end = new AbortController();
  const { signal } = end;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let away = false;

  const setAway = (now: boolean) => {
    if (now !== away) engine.setAway(now);
    away = now;
  };
  const touched = () => {
    clearTimeout(idle);
    idle = setTimeout(() => setAway(true), idleMs);
    setAway(document.hidden);
  };

  window.addEventListener("online", () => engine.wake(), { signal });
  // The page is back from a frozen tab, or from the back-forward cache. In neither case was it necessarily hidden.
  document.addEventListener("resume", () => engine.wake(), { signal });
  window.addEventListener("pageshow", () => engine.wake(), { signal });
  window.addEventListener("offline", () => engine.networkLost(), { signal });
  window.addEventListener("pagehide", () => engine.save(), { signal });
  // The browser asks before it closes a page whose edits are not stored.
  window.addEventListener("beforeunload", (event) => engine.hasUnstoredEdits && event.preventDefault(), { signal });
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.hidden) engine.save();
      else engine.wake();
      touched();
    },
    { signal },
  );
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel"]) {
    window.addEventListener(event, touched, { signal, passive: true, capture: true });
  }
  touched();
  return () => {
    clearTimeout(idle);
    end.abort();
  };
}
