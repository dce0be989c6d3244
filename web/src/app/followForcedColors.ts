/** Fetches the colours for a system that forces its own, such as the contrast themes of Windows. Returns a function that stops waiting. */
export function followForcedColors(): () => void {
  const forced = window.matchMedia("(forced-colors: active)");
  const fetchStyles = () => {
    // Without these styles, texts stay legible.
    if (forced.matches) void import("./forcedColors.css").catch(() => undefined);
  };
  fetchStyles();
  forced.addEventListener("change", fetchStyles);
  return () => forced.removeEventListener("change", fetchStyles);
}
