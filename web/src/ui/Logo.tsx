interface LogoProps {
  size?: number;
  className?: string | undefined;
}

/** Three heads on a stage line, the lead in the accent colour. Never below 16 px. */
export function Logo({ size = 22, className }: LogoProps) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={className} style={{ flex: "none" }} aria-hidden>
      <circle cx="4.7" cy="12.9" r="3.5" fill="currentColor" />
      <circle cx="19.3" cy="12.9" r="3.5" fill="currentColor" />
      <circle cx="12" cy="10.9" r="5.5" fill="var(--accent)" />
      <rect x="1.2" y="18.6" width="21.6" height="2.3" rx="1.15" fill="currentColor" />
    </svg>
  );
}
