import { useEffect } from "react";
import { useLocation } from "@/lib/location";
import { placeAt } from "@/lib/placeAt";
import { rememberPage } from "@/lib/startPage";
import { useShownPlace } from "./useShownPlace";

/** Remembers the page that the person has opened, without the tasks over it, as a page to start with. */
export function useRememberPage(workspaceId: string): void {
  const { collection, listId, recordId } = placeAt(useLocation().pathname);
  const isKnown = useShownPlace().name !== null && collection !== "settings" && collection !== "search";
  const page = isKnown ? [collection, listId ?? recordId].filter(Boolean).join("/") : null;
  useEffect(() => {
    if (page !== null) rememberPage(workspaceId, page);
  }, [workspaceId, page]);
}
