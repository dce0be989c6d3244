import { Suspense } from "react";
import { laterComponent, useUsable } from "@/lib/later";

const ConnectionBanner = laterComponent(async () => (await import("./ConnectionBanner")).ConnectionBanner, { instead: () => null });

/** The banner about the connection. It comes once the page is usable: a page that is still loading has a banner of its own. */
export function SyncBanner() {
  const usable = useUsable((state) => state.usable);
  return <Suspense>{usable && <ConnectionBanner />}</Suspense>;
}
