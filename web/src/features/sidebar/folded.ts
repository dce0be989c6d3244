import { useState } from "react";

/** The groups that a person has folded, remembered by the browser. */
const keyOf = (workspaceId: string, me: string) => `troupe.folded.${workspaceId}.${me}`;

function read(key: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function useFolded(workspaceId: string, me: string) {
  const key = keyOf(workspaceId, me);
  const [folded, setFolded] = useState(() => read(key));
  const toggle = (groupId: string) => {
    const next = folded.includes(groupId) ? folded.filter((id) => id !== groupId) : [...folded, groupId];
    setFolded(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is denied: the group stays folded until the page is left.
    }
  };
  return { isFolded: (groupId: string) => folded.includes(groupId), toggle };
}
