import { useEffect, useId } from "react";
import { setTarget } from "@/actions/target";
import { clearSelection } from "@/actions/selection";
import { Kanban } from "@/features/kanban/Kanban";
import { TicketPicker } from "@/features/selection/TicketPicker";
import { Spreadsheet } from "@/features/spreadsheet/Spreadsheet";
import { rememberList } from "@/lib/lastPlace";
import type { Collection } from "@/lib/paths";
import { placeKey } from "@/sync/arrange/place";
import { useTroupe } from "@/sync/store";
import styles from "./ListPage.module.css";
import { collectionNames, TopBar } from "./TopBar";
import { useArranged } from "./useArranged";
import { usePlace } from "./usePlace";
import { useSettings } from "./useSettings";

/** Tickets of a list or a collection, as a spreadsheet or a board. */
export function ListPage({ collection }: { collection: Collection }) {
  const { place, view, openKey, openId, hrefOf, openTicket, showView } = usePlace(collection);
  const [settings, change] = useSettings(place);
  const arranged = useArranged(place, settings, view === "kanban" ? "status" : settings.group);
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const listName = useTroupe((state) => (place.listId === null ? null : (state.lists[place.listId]?.name ?? null)));
  const viewId = useId();
  const key = placeKey(place);
  const name = place.collection === "list" ? (listName ?? "List") : collectionNames[place.collection];

  useEffect(() => {
    setTarget({ listId: place.listId });
    if (workspaceId !== undefined && place.listId !== null) rememberList(workspaceId, place.listId);
    return clearSelection;
  }, [place, workspaceId]);
  useEffect(() => setTarget({ opened: openId }), [openId]);

  const shared = { name, place, arranged, settings, openId, onOpen: openTicket, onSettings: change };
  return (
    <div className={styles.page}>
      <TopBar place={place} view={view} panelOpen={openKey !== null} controls={viewId} stage={null} onView={showView} />
      <div id={viewId} className={styles.view} role="tabpanel" aria-label={view === "kanban" ? "Kanban" : "Spreadsheet"}>
        {view === "kanban" ? (
          <Kanban key={key} {...shared} />
        ) : (
          <Spreadsheet key={key} {...shared} hrefOf={hrefOf} />
        )}
      </div>
      <TicketPicker />
    </div>
  );
}
