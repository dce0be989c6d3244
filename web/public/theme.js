try {
  const kept = localStorage["troupe.theme"];
  if (/^(light|dark)$/.test(kept)) document.documentElement.dataset.theme = kept;
} catch {}
