try {
  const kept = localStorage.getItem("troupe.theme");
  if (/^(light|dark)$/.test(kept)) document.documentElement.dataset.theme = kept;
} catch {}
