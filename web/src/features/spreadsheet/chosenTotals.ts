import { useCallback, useMemo } from "react";
import { create } from "zustand";
import type { FieldId } from "@/fields/field";
import type { TotalKind, TotalKinds } from "@/fields/totals";
import { useLocation } from "@/lib/location";
import { placeAt } from "@/lib/placeAt";
import { useTroupe } from "@/sync/store";

const none: TotalKinds = {};

/** What this browser keeps under a key. A kind that the field does not have is passed over by its readers. */
function keptAt(key: string): TotalKinds {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as TotalKinds) : none;
  } catch {
    return none;
  }
}

/** The totals that were chosen since the app was opened, by the key of the place. */
const useChosen = create<Readonly<Record<string, TotalKinds>>>(() => ({}));

/** The totals that this person has chosen for the place of the page, and the function that chooses one. The browser keeps them. */
export function useTotalKinds(): [TotalKinds, (id: FieldId, kind: TotalKind) => void] {
  const { pathname } = useLocation();
  const { collection, listId, recordId } = placeAt(pathname);
  const key = useTroupe((state) => `troupe.totals.${state.me}.${state.workspace?.id}.${listId ?? recordId ?? collection}`);
  const kept = useMemo(() => keptAt(key), [key]);
  const kinds = useChosen((chosen) => chosen[key]) ?? kept;
  const choose = useCallback(
    (id: FieldId, kind: TotalKind) => {
      const next = { ...kinds, [id]: kind };
      useChosen.setState({ [key]: next });
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is denied: the choice lasts until the page is left.
      }
    },
    [key, kinds],
  );
  return [kinds, choose];
}
