import { useState } from "react";

function read(key: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Ids that a person has marked in this browser. */
function useMarked(key: string) {
  const [marked, setMarked] = useState(() => read(key));
  const toggle = (id: string) => {
    const next = marked.includes(id) ? marked.filter((each) => each !== id) : [...marked, id];
    setMarked(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is denied: the mark lasts until the page is left.
    }
  };
  return { isMarked: (id: string) => marked.includes(id), toggle };
}

/** The groups that a person has folded. */
export function useFolded(workspaceId: string, me: string) {
  const { isMarked, toggle } = useMarked(`troupe.folded.${workspaceId}.${me}`);
  return { isFolded: isMarked, toggle };
}

/** The sections that are folded until a person unfolds them. */
export function useUnfolded(workspaceId: string, me: string) {
  const { isMarked, toggle } = useMarked(`troupe.unfolded.${workspaceId}.${me}`);
  return { isUnfolded: isMarked, toggle };
}
