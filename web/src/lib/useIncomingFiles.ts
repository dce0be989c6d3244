import { useEffect, useState } from "react";
import { useLatest } from "./useLatest";

interface Carried {
  files: ArrayLike<File>;
  getData(format: string): string;
}

/**
 * The files of a clipboard that are pasted as files. Office programs add a picture of the copied text, and then only the text is
 * pasted. File managers add the names of the copied files, and then the files are pasted.
 */
export function pastedFiles(data: Carried | null): File[] {
  const files = Array.from(data?.files ?? []);
  const lines = data?.getData("text/plain").split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean) ?? [];
  const isNamed = (line: string) => files.some(({ name }) => line === name || line.endsWith(`/${name}`) || line.endsWith(`\\${name}`));
  return lines.every(isNamed) ? files : [];
}

/**
 * Takes files that are pasted, or dropped anywhere on the page, before anything else on the page handles them. Returns true
 * while files are dragged over the page.
 */
export function useIncomingFiles(take: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useLatest(take);
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // Null if the files leave the window.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(files);
    };
    document.addEventListener("dragover", over, options);
    document.addEventListener("dragleave", leave, options);
    document.addEventListener("drop", drop, options);
    document.addEventListener("paste", paste, options);
    return () => stop.abort();
  }, [latest]);
  return isOver;
}
