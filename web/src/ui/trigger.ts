import { useCallback, type HTMLAttributes, type Ref, type RefCallback } from "react";

/** The properties that a trigger button receives. */
export interface TriggerProps extends HTMLAttributes<HTMLElement> {
  ref?: Ref<HTMLElement>;
  "data-state"?: "open" | "closed";
}

/** Joins two refs, for an element whose caller also passes a ref. */
export function useJoinedRef<T>(own: Ref<T>, other: Ref<T> | undefined): RefCallback<T> {
  return useCallback(
    (element) => {
      for (const ref of [own, other]) {
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }
    },
    [own, other],
  );
}
