import { isMirrored, useDirection } from "@/lib/direction";

/** Fetches the styles of a mirrored layout, now or when the person chooses it. Returns a function that ends this. */
export function followDirection(): () => void {
  const fetchStyles = () => {
    // If the fetch fails, the page still works; only punctuation, dates and icons look wrong.
    if (isMirrored()) void import("./mirrored.css").catch(() => undefined);
  };
  fetchStyles();
  return useDirection.subscribe(fetchStyles);
}
