import { Suspense } from "react";
import { laterComponent, useUsable } from "@/lib/later";

const UnsavedBanner = laterComponent(async () => (await import("./UnsavedBanner")).UnsavedBanner, { instead: () => null });

/** The banner about edits that were refused or cannot be read. It comes once the page is usable. */
export function RefusedBanner() {
  const usable = useUsable((state) => state.usable);
  return <Suspense>{usable && <UnsavedBanner />}</Suspense>;
}
