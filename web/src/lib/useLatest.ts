import { useLayoutEffect, useRef, type RefObject } from "react";

/** A value as of the last render, for handlers that stay the same while what they read changes. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
