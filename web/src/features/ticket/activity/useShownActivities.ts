import { useCallback, useLayoutEffect, useRef, type RefObject } from "react";
import type { Activity } from "@/wire/generated";

/** Scrolls to the end of the feed once the comment that was just sent is in it. */
export function useShownActivities(body: RefObject<HTMLElement | null>, activities: readonly Activity[] | undefined) {
  const wanted = useRef(false);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    body.current?.scrollTo({ top: body.current.scrollHeight });
  }, [activities, body]);
  return useCallback(() => {
    wanted.current = true;
  }, []);
}
