import { t } from "@lingui/core/macro";
import { createContext, Suspense, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { useAsked } from "@/actions/ask";
import { clearSelection } from "@/actions/selection";
import { setTarget, useTarget } from "@/actions/target";
import { CardFacts } from "@/features/epics/CardFacts";
import { Kanban } from "@/features/kanban/Kanban";
import { RowMenu } from "@/features/selection/RowMenu";
import { arranger } from "@/fields/arrange/arrange";
import { keepSettings, settingsAt, settingsKey } from "@/fields/arrange/keep";
import type { Place } from "@/fields/arrange/place";
import { defaultsOf, unfiltered, type Settings } from "@/fields/arrange/settings";
import { dueDate } from "@/fields/dates";
import type { Epic } from "@/fields/epics";
import { NONE } from "@/fields/options";
import { taskTypeId } from "@/fields/records";
import { useFields } from "@/fields/registry";
import { status } from "@/fields/status";
import { laterComponent } from "@/lib/later";
import { useEver } from "@/lib/useEver";
import { useTroupe } from "@/sync/store";
import styles from "./EpicsPage.module.css";

const BulkBar = laterComponent(async () => (await import("@/features/selection/BulkBar")).BulkBar);
const TicketPicker = laterComponent(async () => (await import("@/features/selection/TicketPicker")).TicketPicker);

/** Epics of all lists. The board's folds, limits and order are kept apart from those of the page with all tasks. */
const place: Place = { collection: "all", listId: null };

const Epics = createContext<ReadonlyMap<string, Epic>>(new Map());

function Facts({ ticketId }: { ticketId: string }) {
  const epic = useContext(Epics).get(ticketId);
  return epic ? <CardFacts of={epic} /> : null;
}

const facts = (ticketId: string) => <Facts ticketId={ticketId} />;

interface EpicsBoardProps {
  epics: readonly Epic[];
  /** The types that stand for epics. The first one is that of new epics. */
  typeIds: readonly string[];
  openId: string | null;
  hrefOf: (ticketKey: string) => string;
  onOpen: (ticketId: string) => void;
}

/** The epics as cards in the columns of their statuses. */
export function EpicsBoard({ epics, typeIds, openId, hrefOf, onOpen }: EpicsBoardProps) {
  const fields = useFields();
  const me = useTroupe((state) => state.me);
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const key = settingsKey({ me, workspaceId, place, saved: "epics" });
  const [kept, setKept] = useState<Settings>(() => settingsAt(key, fields) ?? { ...defaultsOf(fields), sort: dueDate.id });
  const settings = useMemo<Settings>(
    () => ({ ...kept, ...unfiltered, openOnly: false, filters: { [taskTypeId]: typeIds }, group: status.id, lanes: NONE }),
    [kept, typeIds],
  );
  const arranged = useTroupe(useMemo(() => arranger(place, settings, fields), [settings, fields]));
  const change = useCallback(
    (patch: Partial<Settings>) => {
      const next = { ...settings, ...patch };
      keepSettings(key, next, fields);
      setKept(next);
    },
    [settings, key, fields],
  );
  const byId = useMemo(() => new Map(epics.map((epic) => [epic.ticket.id, epic])), [epics]);
  const given = useMemo(() => ({ ...(typeIds[0] !== undefined && { taskTypeId: typeIds[0] }) }), [typeIds]);
  const selecting = useEver(useTarget((target) => target.selected.length > 0));
  const asked = useEver(useAsked((state) => state.asked !== null));
  useEffect(() => clearSelection, []);
  useEffect(() => setTarget({ view: "kanban" }), []);
  return (
    <Epics value={byId}>
      <RowMenu className={styles.view} hrefOf={hrefOf} onOpen={onOpen}>
        <Kanban name={t`Epics`} place={place} arranged={arranged} settings={settings} openId={openId} hrefOf={hrefOf} onOpen={onOpen} onSettings={change} extra={facts} given={given} />
      </RowMenu>
      <Suspense>{selecting && <BulkBar />}</Suspense>
      <Suspense>{asked && <TicketPicker />}</Suspense>
    </Epics>
  );
}
