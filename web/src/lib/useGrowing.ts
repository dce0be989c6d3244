import { useLayoutEffect, useRef, type RefObject } from "react";

/** For a text area that grows with its content. */
export function useGrowing(text: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "0";
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  return area;
}
