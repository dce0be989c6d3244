import { t } from "@lingui/core/macro";
import { FolderPlus, LayoutTemplate, Link2, ListPlus, Plus, SquarePlus, UserPlus } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/actions/useMay";
import { openOverlay } from "@/lib/overlays";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";

export interface NewMenuProps {
  onNewList: () => void;
  /** True if the button was pressed before the menu had arrived. */
  startsOpen?: boolean;
}

/** The primary button of the sidebar: a menu of everything that this person may create. Absent if that is nothing. */
export function NewMenu({ onNewList, startsOpen = false }: NewMenuProps) {
  const [open, setOpen] = useState(startsOpen);
  const mayAddTask = useMay("createTickets");
  const mayAddList = useMay("createLists");
  const mayArrange = useMay("editLists");
  const mayInvite = useMay("invite");
  const hasTemplates = useTroupe((state) => Object.values(state.templates).some(({ list }) => list !== null));
  const items: MenuItem[] = [];
  if (mayAddTask) items.push({ id: "task", name: t`New task`, icon: SquarePlus, keys: "N", onSelect: () => openOverlay({ kind: "newTicket" }) });
  if (mayAddTask) items.push({ id: "link", name: t`New link`, icon: Link2, keys: "L", onSelect: () => openOverlay({ kind: "newLink" }) });
  if (mayAddList) items.push({ id: "list", name: t`New list`, icon: ListPlus, keys: "Shift+L", onSelect: onNewList });
  if (mayAddList && hasTemplates) items.push({ id: "fromTemplate", name: t`New list from template…`, icon: LayoutTemplate, onSelect: () => openOverlay({ kind: "listSettings" }) });
  if (mayArrange) items.push({ id: "group", name: t`New group`, icon: FolderPlus, onSelect: () => openOverlay({ kind: "group" }) });
  if (mayInvite)
    items.push({ id: "invite", name: t`Invite people`, icon: UserPlus, keys: "Shift+I", apart: items.length > 0, onSelect: () => openOverlay({ kind: "invite" }) });
  if (items.length === 0) return null;
  return (
    <Menu name={t`New`} items={items} open={open} onOpenChange={setOpen}>
      <IconButton icon={Plus} name={t`New`} size="lg" variant="primary" />
    </Menu>
  );
}
