import { t } from "@lingui/core/macro";
import { Clock, Trash2, Unlink } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { lagEntry, lagOf, lagWords } from "@/actions/lag";
import { mayOn } from "@/actions/rights";
import { unlink } from "@/actions/talk";
import { useLatest } from "@/lib/useLatest";
import { ticketKey } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { EntryPicker } from "@/ui/EntryPicker";
import { PointMenu } from "@/ui/Menu";
import { tell } from "@/ui/Toast";

/** The arrow that was clicked, and where in the window. */
export interface PickedLink {
  linkId: string;
  x: number;
  y: number;
}

/** "PLA-1 blocks PLA-2", with the lag if there is one. */
function nameOf(state: SyncState, linkId: string | undefined): string {
  const link = linkId === undefined ? undefined : state.links[linkId];
  const [from, to] = [link && state.tickets[link.fromTicketId], link && state.tickets[link.toTicketId]];
  if (!link || !from || !to) return "";
  const [one, other] = [ticketKey(state, from) ?? from.title, ticketKey(state, to) ?? to.title];
  const days = lagOf(state, link.id);
  return [t`${one} blocks ${other}`, ...(days === 0 ? [] : [lagWords(days)])].join(" · ");
}

/** Who may change one of its ends may change a link. */
function mayChange(state: SyncState, linkId: string | undefined): boolean {
  const link = linkId === undefined ? undefined : state.links[linkId];
  return [link?.fromTicketId, link?.toTicketId].some((id) => {
    const ticket = id === undefined ? undefined : state.tickets[id];
    return ticket !== undefined && mayOn(state, "editTickets", [ticket]);
  });
}

function remove(linkId: string): void {
  void unlink(linkId);
  tell({ text: t`Dependency deleted`, icon: Unlink, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
}

/** What can be done with a dependency: its lag, and its removal, also by the key Delete. The ticket's panel offers both, too. */
export function LinkMenu({ picked, onClose }: { picked: PickedLink | null; onClose: () => void }) {
  // The menu closes as the field for the lag opens in its place.
  const [lagging, setLagging] = useState<PickedLink | null>(null);
  const linkId = useTroupe((state) => (picked !== null && state.links[picked.linkId] ? picked.linkId : undefined));
  const mayEdit = useTroupe((state) => mayChange(state, linkId));
  const name = useTroupe((state) => nameOf(state, linkId));
  const days = useTroupe((state) => (lagging === null ? 0 : lagOf(state, lagging.linkId)));
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => new DOMRect(lagging?.x ?? 0, lagging?.y ?? 0, 1, 1) } }), [lagging]);
  const close = useLatest(onClose);
  useEffect(() => {
    if (linkId === undefined || !mayEdit) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
      remove(linkId);
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, [linkId, mayEdit, close]);
  return (
    <>
      <PointMenu
        name={name}
        at={linkId === undefined ? null : picked}
        items={[
          { id: "lag", name: t`Set lag…`, icon: Clock, heading: name, disabled: !mayEdit, onSelect: () => setLagging(picked) },
          { id: "delete", name: t`Delete dependency`, icon: Trash2, keys: "Delete", danger: true, apart: true, disabled: !mayEdit, onSelect: () => picked && remove(picked.linkId) },
        ]}
        onClose={onClose}
        onReturnFocus={() => {}}
      />
      <EntryPicker
        {...lagEntry(lagging?.linkId ?? "", days)}
        anchor={anchor}
        open={lagging !== null}
        onOpenChange={(open) => !open && setLagging(null)}
        onReturnFocus={() => {}}
      />
    </>
  );
}
