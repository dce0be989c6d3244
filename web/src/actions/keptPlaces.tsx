import { Bookmark } from "lucide-react";
import { useMemo } from "react";
import { recordIn, recordName } from "@/fields/arrange/record";
import { sharesOf } from "@/fields/status";
import { collectionIcons, collectionNames, recordIcons } from "@/lib/collections";
import type { Favorite } from "@/lib/favorites";
import { paths } from "@/lib/paths";
import { isRecordPage } from "@/lib/placeAt";
import { restrictedLists } from "@/sync/homes";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { Icon } from "@/ui/Icon";
import { ListDot, ListPicture } from "@/ui/Label";
import { StatusIcon } from "@/ui/StatusIcon";

/** A favorite, or a place that was opened. */
export type OwnPlace = Favorite;

type Rows = Pick<SyncState, "lists" | "savedViews" | "tickets" | "components" | "fixVersions" | "sprints" | "members">;

const isPage = (id: string): id is keyof typeof collectionIcons => id in collectionIcons;

/** True if the place exists, the person sees it, and it is neither archived nor in the trash. */
export function isThere(state: Rows, { kind, id }: OwnPlace): boolean {
  const { lists, savedViews, tickets } = state;
  const isInUse = (listId: string) => lists[listId] !== undefined && !lists[listId].archivedAt;
  if (kind === "ticket") return tickets[id] !== undefined && tickets[id].trashedAt === null;
  if (kind === "list") return isInUse(id);
  if (kind === "page") return isPage(id);
  if (isRecordPage(kind)) return recordIn(state, { collection: kind, recordId: id }) !== undefined && state.fixVersions[id]?.state !== "archived";
  const view = savedViews[id];
  return view !== undefined && (view.listId === null || isInUse(view.listId));
}

/** The name of the place; empty if it no longer exists. */
export function nameOfPlace(state: Rows, { kind, id }: OwnPlace): string {
  const { lists, savedViews, tickets } = state;
  if (kind === "ticket") return tickets[id]?.title ?? "";
  if (kind === "page") return isPage(id) ? collectionNames[id] : "";
  if (isRecordPage(kind)) {
    const record = recordIn(state, { collection: kind, recordId: id });
    return record ? recordName(record) : "";
  }
  return (kind === "list" ? lists[id]?.name : savedViews[id]?.name) ?? "";
}

/** The address of the place. A task opens over its first list. */
export function pathOfPlace(state: Pick<SyncState, "tickets" | "workspace">, slug: string, { kind, id }: OwnPlace): string {
  if (kind === "list") return paths.list(slug, id);
  if (kind === "view") return paths.savedView(slug, id);
  if (isRecordPage(kind)) return paths.record(slug, kind, id);
  if (kind === "page") return isPage(id) ? paths.collection(slug, id) : paths.workspace(slug);
  const ticket = state.tickets[id];
  const place = { ticketKey: (ticket && ticketKey(state, ticket)) ?? id };
  const [home] = ticket?.lists ?? [];
  return home ? paths.list(slug, home.listId, place) : paths.collection(slug, ticket?.private ? "private" : "all", place);
}

/** The places that still exist, in their order. */
export function useThere<Place extends OwnPlace>(places: readonly Place[]): readonly Place[] {
  const ids = useTroupe((state) => places.flatMap((place) => (isThere(state, place) ? [place.id] : [])).join());
  return useMemo(() => {
    const there = new Set(ids.split(","));
    return places.filter(({ id }) => there.has(id));
  }, [places, ids]);
}

/** The dot of a list, the status of a task, or the icon of a saved view or a page. */
export function PlacePicture({ place: { kind, id } }: { place: OwnPlace }) {
  const list = useTroupe((state) => (kind === "list" ? state.lists[id] : undefined));
  const restricted = useTroupe((state) => kind === "list" && restrictedLists(state).has(id));
  const status = useTroupe((state) => (kind === "ticket" ? state.statuses[state.tickets[id]?.statusId ?? ""] : undefined));
  const share = useTroupe((state) => status && sharesOf(state.statuses)[status.id]);
  const icon = useTroupe((state) => (kind === "view" ? state.savedViews[id]?.icon : null));
  if (list) return <ListPicture hue={list.color} outline={list.suggested} icon={list.icon} restricted={restricted} />;
  if (status) return <StatusIcon category={status.category} share={share} name={status.name} />;
  if (icon) return <ListDot hue="grey" icon={icon} />;
  return <Icon of={isRecordPage(kind) ? recordIcons[kind] : isPage(id) ? collectionIcons[id] : Bookmark} />;
}
