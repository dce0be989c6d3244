

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
