import { cx } from "@/lib/cx";
import "./hues.css";
import styles from "./StatusIcon.module.css";
import type { StatusCategory } from "./vocabulary";

interface StatusIconProps {
  category: StatusCategory;
  /** From `statusShares`; half a disc by default. */
  share?: number | undefined;
  /** 16 in rows, 14 in cells, 12 in bars, 18 on a phone. */
  size?: 12 | 14 | 16 | 18;
  /** The accessible name, only if the status is not written beside the icon. */
  name?: string;
  className?: string;
}

/** A status icon: the category gives shape and colour, the place in the category the filled share. */
export function StatusIcon({ category, share, size = 16, name, className }: StatusIconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={cx(styles.icon, styles[category], className)}
      {...(name === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
    >
      <Shape category={category} share={share} />
    </svg>
  );
}

function Shape({ category, share }: { category: StatusCategory; share: number | undefined }) {
  switch (category) {
    case "byDefault":
      return <Ring dashed={share === 0} />;
    case "started":
      return (
        <>
          <Ring />
          <path d={pie(share ?? 0.5)} fill="currentColor" />
        </>
      );
    case "blocked":
      return (
        <>
          <path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z" fill="currentColor" />
          <path d="M4.9 8h6.2" stroke="var(--knock, var(--surface-base))" strokeWidth="2" strokeLinecap="round" />
        </>
      );
    case "canceled":
      return (
        <>
          <rect x="2.3" y="2.3" width="11.4" height="11.4" rx="2.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
          <path d="M5.4 10.6l5.2-5.2" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        </>
      );
    case "completed":
      return (
        <>
          <circle cx="8" cy="8" r="6.6" fill="currentColor" />
          <path
            d="M5.1 8.3l2 2 3.9-4.3"
            fill="none"
            stroke="var(--knock, var(--surface-base))"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      );
  }
}

function Ring({ dashed = false }: { dashed?: boolean }) {
  return (
    <circle
      cx="8"
      cy="8"
      r="5.75"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      {...(dashed && { strokeDasharray: "2.3 2.216", strokeDashoffset: "1.1" })}
    />
  );
}

/** A slice of the inner disc, clockwise from the top. */
function pie(share: number): string {
  const radius = 3.4;
  const angle = 2 * Math.PI * Math.min(Math.max(share, 0.1), 0.95);
  const x = (8 + radius * Math.sin(angle)).toFixed(2);
  const y = (8 - radius * Math.cos(angle)).toFixed(2);
  return `M8 ${8 - radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${x} ${y}L8 8z`;
}
