import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowUpDown, Layers, PanelLeft, Plus, Route } from "lucide-react";
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router";
import { setShownOrder } from "@/actions/order";
import { updateFixVersion } from "@/actions/records";
import { mayOn, mayToSome } from "@/actions/rights";
import { mayMoveRow, moveRows } from "@/actions/roadmap";
import { updateSprint } from "@/actions/sprints";
import { StarButton } from "@/actions/StarButton";
import { setTarget } from "@/actions/target";
import { changeTickets } from "@/actions/tickets";
import { useMay } from "@/actions/useMay";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { HereInWorkspace } from "@/features/presence/HereInWorkspace";
import { roadmapZooms, type RoadmapZoom } from "@/features/roadmap/axis";
import { Roadmap, type RoadmapActs } from "@/features/roadmap/Roadmap";
import { ShowCompleted } from "@/features/toolbar/ShowCompleted";
import type { RoadmapRow } from "@/fields/roadmap";
import { roadmapGroupings, roadmapOf, type RoadmapChoice, type RoadmapGrouping } from "@/fields/roadmapGroups";
import { moveOnRoadmap, roadmapOrders, type RoadmapOrder } from "@/fields/roadmapOrder";
import { laterComponent } from "@/lib/later";
import { useNavigate, useSearchParams } from "@/lib/location";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { today } from "@/lib/plainDate";
import { toggleSidebar } from "@/lib/shell";
import { fixVersionsInOrder, sprintsInOrder, taskTypesInOrder, ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import { SegmentedControl } from "@/ui/Segmented";
import { StatusIcon } from "@/ui/StatusIcon";
import { categoryNames, type StatusCategory } from "@/ui/vocabulary";
import type { FixVersion, Sprint } from "@/wire/generated";
import styles from "./RoadmapPage.module.css";

const VersionDialog = laterComponent(async () => (await import("@/features/settings/versions/VersionDialog")).VersionDialog, { idle: false });
const SprintDialog = laterComponent(async () => (await import("@/features/settings/sprints/SprintDialog")).SprintDialog, { idle: false });

const zoomNames: Record<RoadmapZoom, string> = {
  get month() {
    return t`Month`;
  },
  get quarter() {
    return t`Quarter`;
  },
  get year() {
    return t`Year`;
  },
};

const groupNames: Record<RoadmapGrouping, string> = {
  get kind() {
    return t`Kind`;
  },
  get list() {
    return t`List`;
  },
  get owner() {
    return t`Owner`;
  },
  get version() {
    return t`Version`;
  },
};

const orderNames: Record<RoadmapOrder, string> = {
  get date() {
    return t`By date`;
  },
  get hand() {
    return t`By hand`;
  },
};

/** The categories that the progress of a bar shows, from done to not started. */
const legend: readonly StatusCategory[] = ["completed", "started", "blocked", "byDefault"];

type Asked = { what: "version"; of: FixVersion | null } | { what: "sprint"; of: Sprint | null };

/** What the address of the page keeps. */
interface Shown extends RoadmapChoice {
  zoom: RoadmapZoom;
}

function shownIn(search: URLSearchParams): Shown {
  const chosen = <Id extends string>(all: readonly Id[], name: string) => all.find((each) => each === search.get(name));
  return {
    zoom: chosen(roadmapZooms, "zoom") ?? "quarter",
    openOnly: search.get("show") === "open",
    group: chosen(roadmapGroupings, "group") ?? "kind",
    order: chosen(roadmapOrders, "order") ?? "date",
  };
}

function queryOf({ zoom, openOnly, group, order }: Shown): string {
  const params = new URLSearchParams({
    ...(zoom !== "quarter" && { zoom }),
    ...(openOnly && { show: "open" }),
    ...(group !== "kind" && { group }),
    ...(order !== "date" && { order }),
  });
  return params.size === 0 ? "" : `?${params}`;
}

const place = { kind: "page", id: "roadmap" } as const;

/** The roadmap of the workspace. An epic opens beside it; versions and sprints have pages of their own. */
export function RoadmapPage() {
  const { workspace: slug = "", ticketKey: openKey = null } = useParams();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const shown = useMemo(() => shownIn(search), [search]);
  const { zoom, openOnly, group, order } = shown;
  const tickets = useTroupe((state) => state.tickets);
  const taskTypes = useTroupe((state) => state.taskTypes);
  const statuses = useTroupe((state) => state.statuses);
  const fixVersions = useTroupe((state) => state.fixVersions);
  const sprints = useTroupe((state) => state.sprints);
  const lists = useTroupe((state) => state.lists);
  const members = useTroupe((state) => state.members);
  const roadmapPlaces = useTroupe((state) => state.roadmapPlaces);
  const rows = useMemo(
    () => roadmapOf({ tickets, taskTypes, statuses, fixVersions, sprints, lists, members, roadmapPlaces }, { openOnly, group, order }),
    [tickets, taskTypes, statuses, fixVersions, sprints, lists, members, roadmapPlaces, openOnly, group, order],
  );
  const epicIds = useMemo(() => [...new Set([...rows.groups.flatMap((each) => each.rows), ...rows.unscheduled].flatMap(({ kind, id }) => (kind === "epic" ? [id] : [])))], [rows]);
  const openId = useTroupe((state) => (openKey === null ? null : (ticketByKey(state, openKey)?.id ?? state.tickets[openKey]?.id ?? null)));
  const mayManage = useMay("manageLabels");
  const mayAdd = useMay("createTickets");
  const mayOrder = useTroupe((state) => mayToSome(state.capabilities, "editTickets"));
  const type = taskTypesInOrder({ taskTypes }).find(({ container }) => container);
  const [asked, setAsked] = useState<Asked | null>(null);
  const chart = useRef<{ showToday: () => void }>(null);

  useEffect(() => setShownOrder(epicIds), [epicIds]);
  useEffect(() => () => setShownOrder(null), []);
  useEffect(() => setTarget({ listId: null, opened: openId }), [openId]);
  useEffect(() => () => setTarget({ opened: null }), []);

  const query = queryOf(shown);
  const epicPath = useCallback(
    (ticketId: string) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[ticketId];
      return `${paths.collection(slug, "roadmap", { ticketKey: (ticket && ticketKey(state, ticket)) ?? ticketId })}${query}`;
    },
    [slug, query],
  );
  const show = (patch: Partial<Shown>) => navigate(`${paths.collection(slug, "roadmap", { ticketKey: openKey ?? undefined })}${queryOf({ ...shown, ...patch })}`, { replace: true });
  const acts: RoadmapActs = {
    hrefOf: ({ kind, id }) => (kind === "epic" ? epicPath(id) : paths.record(slug, kind, id)),
    mayEdit: ({ kind, id }) => (kind === "epic" ? tickets[id] !== undefined && mayOn(useTroupe.getState(), "editTickets", [tickets[id]]) : mayManage),
    onEdit: (row) => edit(row),
    onDates: ({ kind, id }, { start: startDate, end: endDate }) => {
      if (kind === "version") void updateFixVersion(id, { ...(startDate && { startDate }), ...(endDate && { releaseDate: endDate }) });
      else if (kind === "sprint") void updateSprint(id, { ...(startDate && { startDate }), ...(endDate && { endDate }) });
      else void changeTickets([{ ticketId: id, patch: { ...(startDate && { startDate }), ...(endDate && { dueDate: endDate }) } }], t`changing dates`);
    },
    mayMove: (row) => order === "hand" && mayOrder && mayMoveRow(useTroupe.getState(), row),
    onMove: (among, id, after) => {
      const state = useTroupe.getState();
      const move = moveOnRoadmap(among, id, after, state.roadmapPlaces, (row) => mayMoveRow(state, row));
      if (move) void moveRows(move);
    },
  };
  function edit({ kind, id }: RoadmapRow): void {
    const version = fixVersions[id];
    const sprint = sprints[id];
    if (version) setAsked({ what: "version", of: version });
    else if (sprint) setAsked({ what: "sprint", of: sprint });
    else if (kind === "epic") navigate(epicPath(id));
  }
  const items: MenuItem[] = [
    ...(mayManage
      ? [
          { id: "version", name: t`New fix version`, onSelect: () => setAsked({ what: "version", of: null }) },
          { id: "sprint", name: t`New sprint`, onSelect: () => setAsked({ what: "sprint", of: null }) },
        ]
      : []),
    ...(type && mayAdd ? [{ id: "epic", name: t`New epic`, onSelect: () => openOverlay({ kind: "newTicket", taskTypeId: type.id }) }] : []),
  ];
  const add = items.length > 0 && (
    <Menu name={t`Add to the roadmap`} items={items} align="end">
      <Button icon={Plus} variant="primary"><Trans>New</Trans></Button>
    </Menu>
  );
  const isEmpty = rows.groups.length === 0 && rows.unscheduled.length === 0;

  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" onClick={() => toggleSidebar(openId !== null)} />
        <Icon of={Route} className={styles.picture} />
        <h1 className={styles.title}><Trans>Roadmap</Trans></h1>
        <StarButton place={place} />
        <span className={styles.space} />
        <HereInWorkspace onFollow={(ticketId) => navigate(epicPath(ticketId))} />
        {!isEmpty && add}
      </header>
      {openKey === null && <SyncBanner />}
      {openKey === null && <RefusedBanner />}
      <div className={styles.toolbar}>
        <ShowCompleted openOnly={openOnly} onChange={show} />
        <ul className={styles.legend} aria-label={t`Progress`}>
          {legend.map((category) => (
            <li key={category}>
              <StatusIcon category={category} size={12} />
              {categoryNames[category]}
            </li>
          ))}
        </ul>
        <span className={styles.space} />
        <Menu name={t`Group by`} align="end" items={roadmapGroupings.map((id) => ({ id, name: groupNames[id], checked: id === group, onSelect: () => show({ group: id }) }))}>
          <Button variant="ghost" size="sm" icon={Layers} className={styles.tool}>
            <span className={styles.word}><Trans>Group</Trans></span> <b>{groupNames[group]}</b>
          </Button>
        </Menu>
        <Menu name={t`Sort by`} align="end" items={roadmapOrders.map((id) => ({ id, name: orderNames[id], checked: id === order, onSelect: () => show({ order: id }) }))}>
          <Button variant="ghost" size="sm" icon={ArrowUpDown} className={styles.tool}>
            <span className={styles.word}><Trans>Sort</Trans></span> <b>{orderNames[order]}</b>
          </Button>
        </Menu>
        <SegmentedControl name={t`Zoom`} options={roadmapZooms.map((id) => ({ id, name: zoomNames[id] }))} value={zoom} onChange={(next) => show({ zoom: next })} />
        <Button size="sm" onClick={() => chart.current?.showToday()}><Trans>Today</Trans></Button>
      </div>
      {isEmpty ? (
        <EmptyState title={openOnly ? t`Nothing open` : t`Nothing is planned yet`} actions={add || undefined}>
          {openOnly ? t`All fix versions, epics and sprints are completed.` : t`Fix versions, epics and sprints appear here on one timeline, with their progress.`}
        </EmptyState>
      ) : (
        <Roadmap ref={chart} rows={rows} zoom={zoom} now={today()} openId={openId} {...acts} />
      )}
      <Suspense>
        {asked?.what === "version" && <VersionDialog of={asked.of} among={fixVersionsInOrder({ fixVersions })} onClose={() => setAsked(null)} />}
        {asked?.what === "sprint" && <SprintDialog of={asked.of} among={sprintsInOrder({ sprints })} onClose={() => setAsked(null)} />}
      </Suspense>
    </div>
  );
}
