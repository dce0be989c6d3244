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

const heads = [
  { x: 20, y: 522, r: 74, foot: 62, fill: "var(--line-default)" },
  { x: 694, y: 530, r: 66, foot: 55, fill: "var(--line-default)" },
  { x: 176, y: 498, r: 98, foot: 82, fill: "var(--line-strong)" },
  { x: 566, y: 506, r: 90, foot: 76, fill: "var(--line-strong)" },
  { x: 372, y: 462, r: 134, foot: 113, fill: "var(--accent)" },
];

/** The mark in poster size, beside the sign-in forms. */
export function PosterArt({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" className={className} aria-hidden>
      {heads.map(({ x, y, r, foot, fill }) => (
        <g key={x}>
          <circle cx={x} cy={y} r={r} fill={fill} stroke="var(--surface-app)" strokeWidth="10" />
          <rect x={x - foot / 2} y="634" width={foot} height="5" rx="2.5" fill={fill} />
        </g>
      ))}
      <rect x="-400" y="612" width="1520" height="6" fill="var(--text-primary)" />
    </svg>
  );
}
