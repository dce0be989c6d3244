import { t } from "@lingui/core/macro";
import { Clock, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { unlink } from "@/actions/talk";
import { useMayOnAll } from "@/actions/useMay";
import { mostLag } from "@/sync/kinds/linkLag";
import { ticketKey } from "@/sync/selectors";
import { dispatch, useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { EntryPicker } from "@/ui/EntryPicker";
import { PointMenu } from "@/ui/Menu";

/** The arrow that was clicked, and where in the window. */
export interface PickedLink {
  linkId: string;
  x: number;
  y: number;
}

const none: readonly string[] = [];

function nameOf(state: SyncState, linkId: string | undefined): string {
  const link = linkId === undefined ? undefined : state.links[linkId];
  const [from, to] = [link && state.tickets[link.fromTicketId], link && state.tickets[link.toTicketId]];
  if (!from || !to) return "";
  const [one, other] = [ticketKey(state, from) ?? from.title, ticketKey(state, to) ?? to.title];
  return t`${one} blocks ${other}`;
}

/** What can be done with a dependency: its lag, and its removal. The ticket's panel offers both, too. */
export function LinkMenu({ picked, onClose }: { picked: PickedLink | null; onClose: () => void }) {
  // The menu closes as the field for the lag opens in its place.
  const [lagging, setLagging] = useState<PickedLink | null>(null);
  const link = useTroupe((state) => (picked === null ? undefined : state.links[picked.linkId]));
  const ends = useMemo(() => (link ? [link.fromTicketId, link.toTicketId] : none), [link]);
  const mayEdit = useMayOnAll("editTickets", ends);
  const name = useTroupe((state) => nameOf(state, picked?.linkId));
  const days = useTroupe((state) => Object.values(state.linkLags).find(({ linkId }) => linkId === lagging?.linkId)?.days ?? 0);
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => new DOMRect(lagging?.x ?? 0, lagging?.y ?? 0, 1, 1) } }), [lagging]);
  return (
    <>
      <PointMenu
        name={name}
        at={link ? picked : null}
        items={[
          { id: "lag", name: t`Set lag…`, icon: Clock, heading: name, disabled: !mayEdit, onSelect: () => setLagging(picked) },
          { id: "delete", name: t`Delete dependency`, icon: Trash2, danger: true, apart: true, disabled: !mayEdit, onSelect: () => picked && void unlink(picked.linkId) },
        ]}
        onClose={onClose}
        onReturnFocus={() => {}}
      />
      <EntryPicker
        name={t`Lag in days`}
        anchor={anchor}
        open={lagging !== null}
        onOpenChange={(open) => !open && setLagging(null)}
        onReturnFocus={() => {}}
        keyboard="decimal"
        value={days === 0 ? null : String(days)}
        objection={(text) => (/^[-−]?\d{1,4}$/.test(text) ? null : t`Use a whole number of days, up to ${mostLag}.`)}
        onChange={(text) => lagging && void dispatch({ kind: "linkLag.set", linkId: lagging.linkId, days: text === null ? 0 : Number(text.replace("−", "-")) })}
      />
    </>
  );
}
