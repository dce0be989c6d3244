/** The mark for pages that fill the screen: dashed heads for an empty page, a broken line for a failed one. */
export function EmptyStageArt() {
  return (
    <svg width="168" height="64" viewBox="0 0 168 64" aria-hidden fill="none">
      <circle cx="44" cy="37" r="14" stroke="var(--line-control)" strokeWidth="1.5" strokeDasharray="4 4" />
      <circle cx="84" cy="30" r="21" stroke="var(--accent)" strokeWidth="1.5" strokeDasharray="4 4" />
      <circle cx="124" cy="37" r="14" stroke="var(--line-control)" strokeWidth="1.5" strokeDasharray="4 4" />
      <rect x="8" y="58" width="152" height="3" rx="1.5" fill="var(--text-primary)" />
    </svg>
  );
}

export function BrokenStageArt() {
  return (
    <svg width="168" height="64" viewBox="0 0 168 64" aria-hidden fill="none">
      <circle cx="44" cy="37" r="14" fill="var(--line-strong)" />
      <circle cx="124" cy="37" r="14" fill="var(--line-strong)" />
      <path d="M75.3 9h17.4l12.3 12.3v17.4L92.7 51H75.3L63 38.7V21.3z" fill="var(--st-blocked, var(--danger))" />
      <path d="M74 30h20" stroke="var(--surface-base)" strokeWidth="5" strokeLinecap="round" />
      <rect x="8" y="58" width="66" height="3" rx="1.5" fill="var(--text-primary)" />
      <rect x="94" y="58" width="66" height="3" rx="1.5" fill="var(--text-primary)" />
    </svg>
  );
}
