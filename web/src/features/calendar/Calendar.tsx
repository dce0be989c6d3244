import { t } from "@lingui/core/macro";
import { useEffect, useMemo } from "react";
import { setShownOrder } from "@/actions/order";
import { mayToSome } from "@/actions/rights";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { useMayAddIn } from "@/actions/useMay";
import { writeTickets } from "@/actions/writeTicket";
import type { Arranged } from "@/fields/arrange/arrange";
import type { Place } from "@/fields/arrange/place";
import { NONE } from "@/fields/options";
import { today } from "@/lib/plainDate";
import { useLatest } from "@/lib/useLatest";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useFirstDay } from "@/lib/weekStart";
import { useTroupe } from "@/sync/store";
import { Agenda } from "./Agenda";
import { Bar } from "./Bar";
import styles from "./Calendar.module.css";
import { choose, useChoices } from "./choices";
import type { Calendar as Actions } from "./context";
import { Days } from "./Days";
import { datesFor } from "./move";
import { PhoneDays } from "./PhoneDays";
import type { Span } from "./spans";
import { Tray } from "./Tray";
import { usePlan } from "./usePlan";
import { useShown } from "./useShown";

export interface CalendarProps {
  name: string;
  place: Place;
  arranged: Arranged;
  openId: string | null;
  hrefOf: (ticketKey: string) => string;
  onOpen: (ticketId: string) => void;
}

/** The tasks of a place on the days from their start to their due date, and a tray with the tasks that have no dates. */
export function Calendar({ name, place, arranged, openId, hrefOf, onOpen }: CalendarProps) {
  const { mode, day, show } = useShown();
  const { weekends, completed, tray } = useChoices();
  const first = useFirstDay((week) => week.first);
  const phone = useMediaQuery("(max-width: 767px)");
  const mayAdd = useMayAddIn(place);
  const mayEdit = useTroupe(({ capabilities }) => mayToSome(capabilities, "editTickets"));
  const { scheduled, unscheduled } = usePlan(arranged, completed);
  const order = useMemo(() => [...scheduled].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)).map(({ ticketId }) => ticketId), [scheduled]);
  useEffect(() => {
    setShownOrder(order);
    return () => setShownOrder(null);
  }, [order]);
  const latest = useLatest({ order, hrefOf, onOpen, place });
  const actions = useMemo<Pick<Actions, "open" | "hrefOf" | "order" | "take" | "create">>(
    () => ({
      open: (ticketId) => latest.current.onOpen(ticketId),
      hrefOf: (key) => latest.current.hrefOf(key),
      order: () => latest.current.order,
      take: (ticketId) => {
        const { selected } = useTarget.getState();
        return selectedSet(selected).has(ticketId) ? selected : [ticketId];
      },
      create: (titles, { from, to }: Span) => {
        writeTickets(latest.current.place, NONE, NONE, titles, false, datesFor(from, to));
      },
    }),
    [latest],
  );
  const shared = { label: t`${name}, calendar`, day, scheduled, openId, actions };
  const body = () => {
    if (mode === "agenda") return <Agenda {...shared} onToday={() => show({ day: today() })} />;
    const days = { ...shared, mode, first, weekends, mayAdd, show };
    return phone ? <PhoneDays {...days} /> : <Days {...days} />;
  };
  return (
    <div className={styles.calendar}>
      <Bar mode={mode} day={day} first={first} unscheduled={unscheduled.length} phone={phone} show={show} />
      <div className={styles.body}>
        {body()}
        {tray && !phone && <Tray ticketIds={unscheduled} openId={openId} mayEdit={mayEdit} actions={actions} onClose={() => choose({ tray: false })} />}
      </div>
    </div>
  );
}
