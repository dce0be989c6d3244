import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Mountain, PanelLeft, Plus, SquareKanban, Table2 } from "lucide-react";
import { Suspense, useCallback, useEffect, useMemo } from "react";
import { useParams } from "react-router";
import { setShownOrder } from "@/actions/order";
import { StarButton } from "@/actions/StarButton";
import { setTarget } from "@/actions/target";
import { useMay } from "@/actions/useMay";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { EpicTable } from "@/features/epics/EpicTable";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { HereInWorkspace } from "@/features/presence/HereInWorkspace";
import { epicsOf } from "@/fields/epics";
import { Link, useNavigate, useSearchParams } from "@/lib/location";
import { laterComponent } from "@/lib/later";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { toggleSidebar } from "@/lib/shell";
import { taskTypesInOrder, ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SegmentedControl } from "@/ui/Segmented";
import styles from "./EpicsPage.module.css";

const EpicsBoard = laterComponent(async () => (await import("./EpicsBoard")).EpicsBoard, { idle: false });

type Shown = "open" | "completed";
type Layout = "table" | "board";

/** The part of an address that keeps what is shown. */
function queryOf(layout: Layout, shown: Shown): string {
  if (layout === "board") return "?view=board";
  return shown === "completed" ? "?show=completed" : "";
}

const place = { kind: "page", id: "epics" } as const;

/** The epics of the workspace that the person sees. A task opens beside them. */
export function EpicsPage() {
  const { workspace: slug = "", ticketKey: openKey = null } = useParams();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const shown: Shown = search.get("show") === "completed" ? "completed" : "open";
  const layout: Layout = search.get("view") === "board" ? "board" : "table";
  const tickets = useTroupe((state) => state.tickets);
  const taskTypes = useTroupe((state) => state.taskTypes);
  const statuses = useTroupe((state) => state.statuses);
  const all = useMemo(() => epicsOf({ tickets, taskTypes, statuses }), [tickets, taskTypes, statuses]);
  const epics = useMemo(() => all.filter(({ isOver }) => isOver === (shown === "completed")), [all, shown]);
  const order = useMemo(() => epics.map(({ ticket }) => ticket.id), [epics]);
  const openId = useTroupe((state) => (openKey === null ? null : (ticketByKey(state, openKey)?.id ?? state.tickets[openKey]?.id ?? null)));
  const types = useMemo(() => taskTypesInOrder({ taskTypes }).filter(({ container }) => container), [taskTypes]);
  const typeIds = useMemo(() => types.map(({ id }) => id), [types]);
  const [type] = types;
  const mayAdd = useMay("createTickets");

  // The board has an order of its own.
  useEffect(() => {
    if (layout === "table") setShownOrder(order);
  }, [layout, order]);
  useEffect(() => () => setShownOrder(null), []);
  useEffect(() => setTarget({ listId: null, opened: openId }), [openId]);
  useEffect(() => () => setTarget({ opened: null }), []);

  const query = queryOf(layout, shown);
  const hrefOf = useCallback(
    (ticketId: string) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[ticketId];
      return `${paths.collection(slug, "epics", { ticketKey: (ticket && ticketKey(state, ticket)) ?? ticketId })}${query}`;
    },
    [slug, query],
  );
  const show = (to: Layout, which: Shown) => navigate(`${paths.collection(slug, "epics", { ticketKey: openKey ?? undefined })}${queryOf(to, which)}`, { replace: true });
  const open = useCallback((ticketId: string) => navigate(hrefOf(ticketId)), [navigate, hrefOf]);
  const make = () => type && openOverlay({ kind: "newTicket", taskTypeId: type.id });

  const add = type && mayAdd && (
    <Button icon={Plus} variant="primary" onClick={make}>
      <Trans>New epic</Trans>
    </Button>
  );

  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" onClick={() => toggleSidebar(openId !== null)} />
        <Icon of={Mountain} className={styles.picture} />
        <h1 className={styles.title}><Trans>Epics</Trans></h1>
        <StarButton place={place} />
        <span className={styles.space} />
        <HereInWorkspace onFollow={(ticketId) => navigate(hrefOf(ticketId))} />
        {add}
      </header>
      {openKey === null && <SyncBanner />}
      {openKey === null && <RefusedBanner />}
      <div className={styles.toolbar}>
        <SegmentedControl name={t`Layout`} options={[{ id: "table", name: t`Table`, icon: Table2 }, { id: "board", name: t`Board`, icon: SquareKanban }]} value={layout} onChange={(to) => show(to, shown)} />
        {layout === "table" && <SegmentedControl name={t`Which epics`} options={[{ id: "open", name: t`Open` }, { id: "completed", name: t`Completed` }]} value={shown} onChange={(which) => show(layout, which)} />}
      </div>
      {layout === "board" && all.length > 0 ? (
        <Suspense>
          <EpicsBoard epics={all} typeIds={typeIds} openId={openId} hrefOf={hrefOf} onOpen={open} />
        </Suspense>
      ) : layout === "table" && epics.length > 0 ? (
        <EpicTable key={shown} epics={epics} openId={openId} hrefOf={hrefOf} />
      ) : type ? (
        <EmptyState title={layout === "board" ? t`No epics` : shown === "open" ? t`No open epics` : t`No completed epics`} actions={((layout === "board" || shown === "open") && add) || undefined}>
          {t`Tasks of the type “${type.name}” appear here with the progress of the tasks below them.`}
        </EmptyState>
      ) : (
        <EmptyState title={t`No task type for epics`}>
          <Trans>
            An epic is a task whose type stands for a larger piece of work. <Link to={paths.settings(slug, "types")} className={styles.link}>Choose such a type in the settings.</Link>
          </Trans>
        </EmptyState>
      )}
    </div>
  );
}
