{
  let kept = {};
  try {
    kept = localStorage;
  } catch {}
  const { dataset } = document.documentElement;
  const { "troupe.theme": theme, "troupe.motion": motion } = kept;
  if (/^(light|dark)$/.test(theme)) dataset.theme = theme;
  if (kept["troupe.density"] === "compact") dataset.density = "compact";
  if (kept["troupe.direction"] === "rtl") document.documentElement.dir = "rtl";
  if (motion === "reduced" || (motion !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches)) dataset.still = "";
}
