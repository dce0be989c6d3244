try {
  const page = document.documentElement;
  const theme = localStorage["troupe.theme"];
  if (/^(light|dark)$/.test(theme)) page.dataset.theme = theme;
  if (localStorage["troupe.density"] === "compact") page.dataset.density = "compact";
  if (localStorage["troupe.direction"] === "rtl") page.dir = "rtl";
} catch {}
