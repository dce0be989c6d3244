import { useLayoutEffect, useState } from "react";

const page = () => document.getElementById("content");

/** The width of the page beside the sidebar. It is followed only while it is wanted. */
export function usePageWidth(wanted: boolean): number {
  const [width, setWidth] = useState(() => page()?.clientWidth ?? 0);
  useLayoutEffect(() => {
    const element = page();
    if (!wanted || !element) return undefined;
    const read = () => setWidth(element.clientWidth);
    const observer = new ResizeObserver(read);
    read();
    observer.observe(element);
    return () => observer.disconnect();
  }, [wanted]);
  return width;
}
