import { isMirrored, useDirection } from "@/lib/direction";

/** Fetches the styles that only a mirrored layout needs. Returns a function that stops waiting. */
export function followDirection(): () => void {
  const fetchStyles = () => {
    // Without these styles, full stops and dates stand at the wrong end of English texts.
    if (isMirrored()) void import("./mirrored.css").catch(() => undefined);
  };
  fetchStyles();
  return useDirection.subscribe(fetchStyles);
}
