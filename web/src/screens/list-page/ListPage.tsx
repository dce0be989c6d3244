import { Suspense, useCallback, useEffect, useId, useState } from "react";
import { answered, useAsked } from "@/actions/ask";
import { clearSelection } from "@/actions/selection";
import { setTarget, useTarget } from "@/actions/target";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { HereInWorkspace } from "@/features/presence/HereInWorkspace";
import { RowMenu } from "@/features/selection/RowMenu";
import { Spreadsheet } from "@/features/spreadsheet/Spreadsheet";
import { Toolbar } from "@/features/toolbar/Toolbar";
import { laterComponent } from "@/lib/later";
import type { Collection } from "@/lib/paths";
import { isRecordPage } from "@/lib/placeAt";
import { useEver } from "@/lib/useEver";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { views } from "@/lib/views";
import { columnsBy } from "@/fields/arrange/columns";
import { placeKey, type Place } from "@/fields/arrange/place";
import { recordIn, recordName } from "@/fields/arrange/record";
import { isFiltered, unfiltered } from "@/fields/arrange/settings";
import type { FieldId } from "@/fields/field";
import { NONE } from "@/fields/options";
import { useFields } from "@/fields/registry";
import { useTroupe } from "@/sync/store";
import { NotLoaded } from "@/ui/NotLoaded";
import { nameOf } from "./places";
import styles from "./ListPage.module.css";
import { TopBar } from "./TopBar";
import { useArranged } from "./useArranged";
import { usePageKeys } from "./usePageKeys";
import { usePlace } from "./usePlace";
import { usePruned } from "./usePruned";
import { useSettings } from "./useSettings";

/** Shown instead of a picker that failed to load. */
function NoPicker() {
  return <NotLoaded open={useAsked(({ asked }) => asked?.question === "parent")} onClose={answered} />;
}

const Kanban = laterComponent(async () => (await import("@/features/kanban/Kanban")).Kanban);
const Calendar = laterComponent(async () => (await import("@/features/calendar/Calendar")).Calendar);
const Gantt = laterComponent(async () => (await import("@/features/gantt/Gantt")).Gantt);
const GanttTools = laterComponent(async () => (await import("@/features/gantt/GanttTools")).GanttTools, { instead: () => null });
const PhoneList = laterComponent(async () => (await import("@/features/spreadsheet/PhoneList")).PhoneList, { idle: false });
const NoList = laterComponent(async () => (await import("./NoList")).NoList, { idle: false });
const EmptyPlace = laterComponent(async () => (await import("./EmptyPlace")).EmptyPlace);
const NoRecord = laterComponent(async () => (await import("./NoRecord")).NoRecord, { idle: false });
const RecordHead = laterComponent(async () => (await import("@/features/records/RecordHead")).RecordHead, { idle: false });
const ListHead = laterComponent(async () => (await import("@/features/lists/ListHead")).ListHead, { idle: false });
const BulkBar = laterComponent(async () => (await import("@/features/selection/BulkBar")).BulkBar);
const TicketPicker = laterComponent(async () => (await import("@/features/selection/TicketPicker")).TicketPicker);
const ParentPicker = laterComponent(async () => (await import("./ParentPicker")).ParentPicker, { idle: false, instead: NoPicker });
const Trash = laterComponent(async () => (await import("@/features/trash/Trash")).Trash);

/** Tickets of a list or a collection in one of the views. */
export function ListPage({ collection }: { collection: Collection }) {
  const { place, view, openKey, openId, hrefOf, openTicket, showView } = usePlace(collection);
  const [settings, change] = useSettings(place);
  const inTrash = collection === "trash";
  const fields = useFields();
  const columns = view === "kanban" ? columnsBy(settings, fields)?.id : settings.group;
  const arranged = useArranged(place, settings, inTrash || view === "calendar" ? NONE : (columns ?? NONE), !inTrash && view === "spreadsheet" && settings.subtasks === "hidden");
  // A filter that is open belongs to one place.
  const [filtering, setFiltering] = useState<{ place: Place; field: FieldId } | null>(null);
  const filterBy = useCallback((field: FieldId | null) => setFiltering(field === null ? null : { place, field }), [place]);
  const list = useTroupe((state) => (place.listId === null ? undefined : state.lists[place.listId]));
  const isRecord = isRecordPage(place.collection);
  const record = useTroupe((state) => recordIn(state, place));
  const phone = useMediaQuery("(max-width: 767px)");
  const viewId = useId();
  const selecting = useEver(useTarget((target) => target.selected.length > 0));
  const asked = useEver(useAsked((state) => state.asked !== null));
  const asksForParent = useAsked((state) => state.asked?.question === "parent");

  usePageKeys({ view, panelOpen: openKey !== null, hasViews: !inTrash, onView: showView });
  usePruned(arranged, inTrash);
  useEffect(() => {
    setTarget({ listId: place.listId });
    return clearSelection;
  }, [place]);
  useEffect(() => setTarget({ opened: openId }), [openId]);
  useEffect(() => setTarget({ view }), [view]);

  if (place.collection === "list" && !list) return <NoList />;
  if (isRecord && record === undefined) return <NoRecord page={place.collection} />;
  const name = (record && recordName(record)) ?? list?.name ?? nameOf(place.collection);
  const filtered = isFiltered(settings);
  const shared = { name, place, arranged, settings, openId, onOpen: openTicket, onSettings: change };
  const key = placeKey(place);
  const content = () => {
    // An empty calendar is shown, because tasks are created on its days.
    const isEmpty = arranged.groups.every(({ ticketIds }) => ticketIds.length === 0) && (filtered || (view !== "calendar" && (view !== "kanban" || arranged.total === 0)));
    const empty = isEmpty ? <EmptyPlace place={place} name={name} filtered={arranged.total > 0} onClearFilters={() => change(unfiltered)} /> : null;
    if (inTrash) return <Trash ticketIds={arranged.groups[0]?.ticketIds ?? []} phone={phone} empty={empty} find={settings.find} onFind={(find) => change({ find })} />;
    if (empty) return empty;
    if (view === "kanban") return <Kanban key={key} {...shared} hrefOf={hrefOf} />;
    if (view === "calendar") return <Calendar key={key} {...shared} hrefOf={hrefOf} />;
    if (view === "gantt") return <Gantt key={key} {...shared} hrefOf={hrefOf} />;
    return phone ? <PhoneList key={key} {...shared} hrefOf={hrefOf} /> : <Spreadsheet key={key} {...shared} hrefOf={hrefOf} onFilter={filterBy} />;
  };

  return (
    <div className={styles.page}>
      <TopBar place={place} view={view} panelOpen={openKey !== null} controls={viewId} stage={<HereInWorkspace onFollow={openTicket} />} onView={showView} />
      {/* A ticket that is open covers this place, and shows them itself. */}
      {openKey === null && <SyncBanner />}
      {openKey === null && <RefusedBanner />}
      {/* The page below a head waits for it. Otherwise, the head would push the page down. */}
      <Suspense>
        {isRecord && place.recordId && <RecordHead page={place.collection} id={place.recordId} hrefOf={hrefOf} />}
        {list && (list.archivedAt || list.description) && <ListHead list={list} />}
        {!inTrash && (
          <Toolbar
            key={key}
            place={place}
            view={view}
            settings={settings}
            shown={arranged.shown}
            total={arranged.total}
            filtering={filtering?.place === place ? filtering.field : null}
            onFilter={filterBy}
            onChange={change}
          >
            <Suspense>{view === "gantt" && <GanttTools listId={place.listId} />}</Suspense>
          </Toolbar>
        )}
        <RowMenu
          id={viewId}
          className={styles.view}
          hrefOf={hrefOf}
          onOpen={openTicket}
          {...(!inTrash && { role: "tabpanel", "aria-label": views.find(({ id }) => id === view)?.name })}
        >
          <Suspense>{content()}</Suspense>
        </RowMenu>
      </Suspense>
      <Suspense>{!inTrash && selecting && <BulkBar />}</Suspense>
      <Suspense>{asked && <TicketPicker />}</Suspense>
      <Suspense>{asksForParent && <ParentPicker />}</Suspense>
    </div>
  );
}
