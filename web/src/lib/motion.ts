import { create } from "zustand";

const KEY = "troupe.motion";

export type Motion = "system" | "reduced" | "full";

function kept(): Motion {
  try {
    const motion = localStorage.getItem(KEY);
    return motion === "reduced" || motion === "full" ? motion : "system";
  } catch {
    return "system";
  }
}

/** The motion setting that the person has chosen in this browser. */
export const useMotion = create<{ motion: Motion }>(() => ({ motion: kept() }));

/**
 * Styles and code ask only the attribute `data-still` of the page whether motion is reduced. `public/theme.js` sets it
 * before the first paint.
 */
function show(): void {
  const { motion } = useMotion.getState();
  document.documentElement.toggleAttribute("data-still", motion === "system" ? matchMedia("(prefers-reduced-motion: reduce)").matches : motion === "reduced");
}

/** The person has chosen how much moves. */
export function setMotion(motion: Motion): void {
  useMotion.setState({ motion });
  show();
  try {
    if (motion === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, motion);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** Follows the setting of the system. Returns a function that ends this. */
export function followMotion(): () => void {
  const system = matchMedia("(prefers-reduced-motion: reduce)");
  show();
  system.addEventListener("change", show);
  return () => system.removeEventListener("change", show);
}
