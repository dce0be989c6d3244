import { Suspense } from "react";
import { laterComponent } from "@/lib/later";
import { useTroupe } from "@/sync/store";
import { useNotices } from "./open";

/** Loaded later, because few people ever see this banner. */
const NotSavedBanner = laterComponent(async () => (await import("./NotSavedBanner")).NotSavedBanner, { instead: () => null });

/** Shown while a refused edit waits for its author, unless a toast is telling of it. */
export function RefusedBanner() {
  const toasted = useNotices((state) => state.toasted);
  const refused = useTroupe((state) => state.refusals.filter(({ id }) => !toasted.has(id)).length);
  const damaged = useTroupe((state) => state.damaged.length);
  const unreadable = useTroupe((state) => state.unreadable);
  const count = refused + damaged;
  return <Suspense>{(count > 0 || unreadable) && <NotSavedBanner count={count} damaged={damaged > 0} />}</Suspense>;
}
