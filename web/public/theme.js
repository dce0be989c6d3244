try {
  const kept = localStorage["troupe.theme"];
  if (/^(light|dark)$/.test(kept)) document.documentElement.dataset.theme = kept;
  if (localStorage["troupe.density"] === "compact") document.documentElement.dataset.density = "compact";
} catch {}
