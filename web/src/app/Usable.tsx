import { useEffect, type ReactNode } from "react";
import { markUsable } from "@/lib/later";

/** Marks a page as usable when it renders. */
export function Usable({ children }: { children: ReactNode }) {
  useEffect(markUsable, []);
  return children;
}
