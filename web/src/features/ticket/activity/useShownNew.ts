import { useLayoutEffect, useRef, type RefObject } from "react";
import { useLocation } from "@/lib/location";
import { placeAt } from "@/lib/placeAt";
import type { Activity } from "@/wire/generated";

/** Scrolls to the first new entry of a ticket that was opened from the inbox, unless the person has scrolled meanwhile. */
export function useShownNew(body: RefObject<HTMLElement | null>, activities: readonly Activity[] | undefined, unread: boolean): void {
  const fromInbox = placeAt(useLocation().pathname).collection === "inbox";
  const done = useRef(false);
  useLayoutEffect(() => {
    const line = fromInbox && unread && !done.current ? body.current?.querySelector("[data-new]") : null;
    if (!line) return;
    done.current = true;
    if (body.current?.scrollTop === 0) line.scrollIntoView({ block: "start" });
  }, [body, activities, fromInbox, unread]);
}
