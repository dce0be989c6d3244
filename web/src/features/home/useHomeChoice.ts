import { useState } from "react";
import { useTroupe } from "@/sync/store";
import { readChoice, type HomeChoice } from "./blocks";

/** What this browser keeps of the person's arrangement of the home page. */
export function useHomeChoice(): [HomeChoice, (choice: HomeChoice) => void] {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const me = useTroupe((state) => state.me ?? "");
  const key = `troupe.home.${workspaceId}.${me}`;
  const [choice, setChoice] = useState(() => {
    try {
      return readChoice(localStorage.getItem(key));
    } catch {
      return readChoice(null);
    }
  });
  const choose = (next: HomeChoice) => {
    setChoice(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is denied: the choice lasts until the page is left.
    }
  };
  return [choice, choose];
}
