import { useEffect, type ReactNode } from "react";
import { fetchRest } from "@/lib/later";

/** Marks a page as usable when it renders. The remaining chunks are fetched from then on. */
export function Usable({ children }: { children: ReactNode }) {
  useEffect(() => void fetchRest(), []);
  return children;
}
