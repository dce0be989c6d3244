import { useEffect, useState } from "react";

/** The time. While `ticking`, it is read twice a second. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return undefined;
    const tick = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(tick);
  }, [ticking]);
  return now;
}
