import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { PanelLeft, Plus, Route } from "lucide-react";
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router";
import { setShownOrder } from "@/actions/order";
import { updateFixVersion } from "@/actions/records";
import { mayOn } from "@/actions/rights";
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
import { roadmapOf, type RoadmapRow } from "@/fields/roadmap";
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

/** The categories that the progress of a bar shows, from done to not started. */
const legend: readonly StatusCategory[] = ["completed", "started", "blocked", "byDefault"];

type Asked = { what: "version"; of: FixVersion | null } | { what: "sprint"; of: Sprint | null };

/** The address of the page, with its zoom and whether completed rows are left out. */
const queryOf = (zoom: RoadmapZoom, openOnly: boolean): string => {
  const params = new URLSearchParams({ ...(zoom !== "quarter" && { zoom }), ...(openOnly && { show: "open" }) });
  return params.size === 0 ? "" : `?${params}`;
};

const place = { kind: "page", id: "roadmap" } as const;

/** The roadmap of the workspace. An epic opens beside it; versions and sprints have pages of their own. */
export function RoadmapPage() {
  const { workspace: slug = "", ticketKey: openKey = null } = useParams();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const zoom = roadmapZooms.find((each) => each === search.get("zoom")) ?? "quarter";
  const openOnly = search.get("show") === "open";
  const tickets = useTroupe((state) => state.tickets);
  const taskTypes = useTroupe((state) => state.taskTypes);
  const statuses = useTroupe((state) => state.statuses);
  const fixVersions = useTroupe((state) => state.fixVersions);
  const sprints = useTroupe((state) => state.sprints);
  const rows = useMemo(() => roadmapOf({ tickets, taskTypes, statuses, fixVersions, sprints }, { openOnly }), [tickets, taskTypes, statuses, fixVersions, sprints, openOnly]);
  const epicIds = useMemo(() => [...rows.sections.flatMap((section) => section.rows), ...rows.unscheduled].flatMap(({ kind, id }) => (kind === "epic" ? [id] : [])), [rows]);
  const openId = useTroupe((state) => (openKey === null ? null : (ticketByKey(state, openKey)?.id ?? state.tickets[openKey]?.id ?? null)));
  const mayManage = useMay("manageLabels");
  const mayAdd = useMay("createTickets");
  const type = taskTypesInOrder({ taskTypes }).find(({ container }) => container);
  const [asked, setAsked] = useState<Asked | null>(null);
  const chart = useRef<{ showToday: () => void }>(null);

  useEffect(() => setShownOrder(epicIds), [epicIds]);
  useEffect(() => () => setShownOrder(null), []);
  useEffect(() => setTarget({ listId: null, opened: openId }), [openId]);
  useEffect(() => () => setTarget({ opened: null }), []);

  const query = queryOf(zoom, openOnly);
  const epicPath = useCallback(
    (ticketId: string) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[ticketId];
      return `${paths.collection(slug, "roadmap", { ticketKey: (ticket && ticketKey(state, ticket)) ?? ticketId })}${query}`;
    },
    [slug, query],
  );
  const show = (next: string) => void navigate(`${paths.collection(slug, "roadmap", { ticketKey: openKey ?? undefined })}${next}`, { replace: true });
  const acts: RoadmapActs = {
    hrefOf: ({ kind, id }) => (kind === "epic" ? epicPath(id) : paths.record(slug, kind, id)),
    mayEdit: ({ kind, id }) => (kind === "epic" ? tickets[id] !== undefined && mayOn(useTroupe.getState(), "editTickets", [tickets[id]]) : mayManage),
    onEdit: (row) => edit(row),
    onDates: ({ kind, id }, { start: startDate, end: endDate }) => {
      if (kind === "version") void updateFixVersion(id, { ...(startDate && { startDate }), ...(endDate && { releaseDate: endDate }) });
      else if (kind === "sprint") void updateSprint(id, { ...(startDate && { startDate }), ...(endDate && { endDate }) });
      else void changeTickets([{ ticketId: id, patch: { ...(startDate && { startDate }), ...(endDate && { dueDate: endDate }) } }], t`changing dates`);
    },
  };
  function edit({ kind, id }: RoadmapRow): void {
    const version = fixVersions[id];
    const sprint = sprints[id];
    if (version) setAsked({ what: "version", of: version });
    else if (sprint) setAsked({ what: "sprint", of: sprint });
    else if (kind === "epic") void navigate(epicPath(id));
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
  const isEmpty = rows.sections.length === 0 && rows.unscheduled.length === 0;

  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" onClick={() => toggleSidebar(openId !== null)} />
        <Icon of={Route} className={styles.picture} />
        <h1 className={styles.title}><Trans>Roadmap</Trans></h1>
        <StarButton place={place} />
        <span className={styles.space} />
        <HereInWorkspace onFollow={(ticketId) => void navigate(epicPath(ticketId))} />
        {!isEmpty && add}
      </header>
      {openKey === null && <SyncBanner />}
      {openKey === null && <RefusedBanner />}
      <div className={styles.toolbar}>
        <ShowCompleted openOnly={openOnly} onChange={(next) => show(queryOf(zoom, next.openOnly))} />
        <ul className={styles.legend} aria-label={t`Progress`}>
          {legend.map((category) => (
            <li key={category}>
              <StatusIcon category={category} size={12} />
              {categoryNames[category]}
            </li>
          ))}
        </ul>
        <span className={styles.space} />
        <SegmentedControl name={t`Zoom`} options={roadmapZooms.map((id) => ({ id, name: zoomNames[id] }))} value={zoom} onChange={(next) => show(queryOf(next, openOnly))} />
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
