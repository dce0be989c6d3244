import { t } from "@lingui/core/macro";
import { Clock, Trash2, Unlink } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { endsItems, lagEntry, useDependency } from "@/actions/dependency";
import { mayOn } from "@/actions/rights";
import { unlink } from "@/actions/talk";
import { useLatest } from "@/lib/useLatest";
import { undo, useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { EntryPicker } from "@/ui/EntryPicker";
import { PointMenu } from "@/ui/PointMenu";
import { tell } from "@/ui/Toast";

/** The arrow that was clicked, and where in the window. */
export interface PickedLink {
  linkId: string;
  x: number;
  y: number;
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

/** The menu of a dependency: changes its kind and its lag, and deletes it (also with the Delete key). The panel of a ticket offers the same. */
export function LinkMenu({ picked, onClose }: { picked: PickedLink | null; onClose: () => void }) {
  // The menu closes as the field for the lag opens in its place.
  const [lagging, setLagging] = useState<PickedLink | null>(null);
  const linkId = useTroupe((state) => (picked !== null && state.links[picked.linkId] ? picked.linkId : undefined));
  const mayEdit = useTroupe((state) => mayChange(state, linkId));
  const { ends, words: name } = useDependency(linkId);
  const { lag } = useDependency(lagging?.linkId);
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
          ...endsItems(linkId ?? "", ends, name).map((item) => ({ ...item, disabled: !mayEdit })),
          { id: "lag", name: t`Set lag…`, icon: Clock, apart: true, disabled: !mayEdit, onSelect: () => setLagging(picked) },
          { id: "delete", name: t`Delete dependency`, icon: Trash2, keys: "Delete", danger: true, apart: true, disabled: !mayEdit, onSelect: () => picked && remove(picked.linkId) },
        ]}
        onClose={onClose}
        onReturnFocus={() => {}}
      />
      <EntryPicker
        {...lagEntry(lagging?.linkId ?? "", lag)}
        anchor={anchor}
        open={lagging !== null}
        onOpenChange={(open) => !open && setLagging(null)}
        onReturnFocus={() => {}}
      />
    </>
  );
}
