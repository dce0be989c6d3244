import type { Engine } from "./engine";

const idleMs = 2 * 60 * 1000;

/** Tells the engine what happens to the page it runs in; returns how to stop. */
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
  // Back from a frozen tab, or from the back and forward of the browser: neither need have been hidden.
  document.addEventListener("resume", () => engine.wake(), { signal });
  window.addEventListener("pageshow", () => engine.wake(), { signal });
  window.addEventListener("offline", () => engine.networkLost(), { signal });
  window.addEventListener("pagehide", () => engine.save(), { signal });
  // What this browser does not store is asked about before it goes.
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
