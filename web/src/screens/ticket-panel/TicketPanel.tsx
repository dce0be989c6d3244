import { Suspense, useLayoutEffect, useMemo, useState } from "react";
import { useParams } from "react-router";
import { useShallow } from "zustand/react/shallow";
import { HereOnTicket } from "@/features/presence/HereOnTicket";
import { DeleteForever } from "@/features/ticket/DeleteForever";
import { TicketPlaceProvider } from "@/features/ticket/place";
import { LaterTextPage } from "@/features/ticket/text-page/LaterTextPage";
import { useTextMode } from "@/features/ticket/text-page/textMode";
import { useLocation } from "@/lib/location";
import { firstInSight, fitted, fitting, inboxList, leastList } from "@/lib/paneWidths";
import { measureFor, useMeasure } from "@/lib/panelMeasure";
import { placeAt } from "@/lib/placeAt";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useTroupe } from "@/sync/store";
import { Pane } from "./Pane";
import { PaneTabs } from "./PaneTabs";
import { useClickBeside } from "./useClickBeside";
import { useOpenToAnswer } from "./useOpenToAnswer";
import { usePageWidth } from "./usePageWidth";
import { ticketNamed, usePanes } from "./usePanes";
import { usePanelFocus } from "./usePanelFocus";

/** The tickets of the address, in panes over the page. If not all of them fit, tabs above the panes lead to the others. */
export function TicketPanel() {
  const { listId = null } = useParams();
  const { slots, active, actsOf, openBeside, closeOf } = usePanes();
  const me = useTroupe((state) => state.me);
  useLayoutEffect(() => {
    if (me !== null) measureFor(me);
  }, [me]);
  const { width, beside, full } = useMeasure();
  const narrow = useMediaQuery("(max-width: 767px)");
  const wide = useMediaQuery("(min-width: 1280px)");
  const { pathname } = useLocation();
  // In a wide window, the list of the inbox has a width of its own, and the panes fill the rest.
  const split = wide && !full && placeAt(pathname).collection === "inbox";
  const page = usePageWidth(slots.length > 1 || full) - (split ? inboxList - leastList : 0);
  const count = Math.min(slots.length, full || narrow ? 1 : fitting(page));
  const [first, setFirst] = useState(0);
  const start = firstInSight(first, { count: slots.length, active, fits: count });
  if (start !== first) setFirst(start);
  const inSight = slots.slice(start, start + count);
  const tabbed = slots.length > count;
  const widths = useMemo(() => (count > 1 ? fitted(beside.slice(0, count), page) : [width]), [count, beside, page, width]);

  const current = slots[active] ?? null;
  const openIds = useTroupe(useShallow((state) => slots.flatMap(({ name }) => ticketNamed(state, name)?.id ?? [])));
  const ticketId = useTroupe((state) => (current === null ? null : (ticketNamed(state, current.name)?.id ?? null)));
  // The leftmost pane that shows a ticket has the banners.
  const bannerSlot = useTroupe((state) => inSight.find(({ name }) => ticketNamed(state, name) !== null)?.id);
  const activeId = current?.id ?? null;
  const { place } = useMemo(() => actsOf(activeId), [actsOf, activeId]);
  const ticket = useTroupe((state) => (ticketId === null ? undefined : state.tickets[ticketId]));
  const mode = useTextMode();
  usePanelFocus({ slots, active: activeId, ticketId });
  useClickBeside(slots.length === 1 && !full && !narrow && !split && mode === null, place.close);
  useOpenToAnswer(ticketId, place, openBeside);
  return (
    <>
      {tabbed && <PaneTabs slots={slots} active={active} actsOf={actsOf} width={widths.reduce((sum, each) => sum + each, 0)} full={full} split={split} />}
      {inSight.map((slot, at) => (
        <Pane
          key={slot.id}
          active={slot === current}
          several={slots.length > 1}
          hasGrip={!full && !narrow && !(split && at === 0)}
          hasBanners={slot.id === bannerSlot}
          {...{ slot, tabbed, listId, openIds, actsOf, widths, at, page, full, split }}
        />
      ))}
      <DeleteForever onGone={closeOf} />
      {mode !== null && ticket && (
        <TicketPlaceProvider value={place}>
          <Suspense>
            <LaterTextPage key={ticket.id} mode={mode} ticket={ticket} people={<HereOnTicket ticketId={ticket.id} />} />
          </Suspense>
        </TicketPlaceProvider>
      )}
    </>
  );
}
