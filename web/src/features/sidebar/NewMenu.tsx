import { t } from "@lingui/core/macro";
import { ListPlus, Plus, SquarePlus, UserPlus } from "lucide-react";
import { openOverlay } from "@/lib/overlays";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";

/** The primary button of the sidebar: a menu of everything that can be created. */
export function NewMenu({ mayInvite, onNewList }: { mayInvite: boolean; onNewList: () => void }) {
  return (
    <Menu
      name={t`New`}
      items={[
        {
          id: "task",
          name: t`New task`,
          icon: SquarePlus,
          keys: "N",
          onSelect: () => openOverlay({ kind: "newTicket" }),
        },
        { id: "list", name: t`New list`, icon: ListPlus, keys: "Shift+L", onSelect: onNewList },
        ...(mayInvite
          ? [
              {
                id: "invite",
                name: t`Invite people`,
                icon: UserPlus,
                keys: "Shift+I",
                apart: true,
                onSelect: () => openOverlay({ kind: "invite" }),
              },
            ]
          : []),
      ]}
    >
      <IconButton icon={Plus} name={t`New task, list, or invitation`} size="lg" variant="primary" />
    </Menu>
  );
}
