// Sets the theme before the first paint; src/app/theme.ts keeps it afterwards.
try {
  const kept = localStorage.getItem("troupe.theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
} catch {
  // No storage: the system's theme.
}
