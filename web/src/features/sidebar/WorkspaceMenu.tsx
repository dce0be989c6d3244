import { t } from "@lingui/core/macro";
import { Activity, Import, Keyboard, Lock, LogOut, PanelLeft, Plus, Settings, SunMoon, UserPlus } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/actions/useMay";
import { useSession } from "@/api/session";
import { useNavigate } from "@/lib/location";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { slugOf } from "@/lib/slug";
import { Menu, type MenuItem } from "@/ui/Menu";
import { setTheme, themeNames, themes, useTheme } from "@/ui/theme";
import { WorkspaceIcon } from "@/ui/WorkspaceIcon";
import { useShownWorkspace, WorkspaceButton, type SidebarWorkspace } from "./WorkspaceButton";

export interface WorkspaceMenuProps {
  workspaces: readonly SidebarWorkspace[];
  current: SidebarWorkspace;
  /** The name of the workspace in the URL. */
  slug: string;
  onSignOut: () => void;
  /** True if the button was pressed before the menu had arrived. */
  startsOpen: boolean;
}

/** The name of the workspace, with a menu for the workspace as a whole. */
export function WorkspaceMenu({ workspaces, current, slug, onSignOut, startsOpen }: WorkspaceMenuProps) {
  const navigate = useNavigate();
  const mayInvite = useMay("invite");
  const mayImport = useMay("import");
  const mayAdminister = useSession((session) => session.status === "signedIn" && session.instanceOwner);
  // Nodes of the previous version name no such workspaces.
  const waiting = useSession((session) => (session.status === "signedIn" ? session.waiting : undefined)) ?? [];
  const theme = useTheme((state) => state.theme);
  const { name, icon } = useShownWorkspace(current);
  const [open, setOpen] = useState(startsOpen);
  const items: MenuItem[] = [
    ...workspaces.map((workspace, index) => ({
      id: workspace.id,
      name: workspace.id === current.id ? name : workspace.name,
      picture: <WorkspaceIcon icon={workspace.id === current.id ? icon : workspace.icon} size={16} />,
      checked: workspace.id === current.id,
      ...(index === 0 && { heading: t`Workspaces` }),
      onSelect: () => navigate(paths.workspace(slugOf(workspace, workspaces))),
    })),
    ...waiting.map(({ id, name: locked }) => ({
      id,
      name: t`${locked}: needs two-factor authentication`,
      icon: Lock,
      onSelect: () => navigate(paths.workspace(id)),
    })),
    { id: "new", name: t`New workspace`, icon: Plus, onSelect: () => navigate(paths.welcome()) },
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
    { id: "settings", name: t`Settings`, icon: Settings, keys: "G S", apart: !mayInvite, onSelect: () => navigate(paths.settings(slug)) },
    ...(mayImport ? [{ id: "import", name: t`Import…`, icon: Import, onSelect: () => openOverlay({ kind: "import" }) }] : []),
    {
      id: "theme",
      name: t`Theme`,
      icon: SunMoon,
      apart: true,
      items: themes.map((one) => ({
        id: one,
        name: themeNames[one],
        checked: one === theme,
        onSelect: () => setTheme(one),
      })),
    },
    { id: "pages", name: t`Customize sidebar…`, icon: PanelLeft, onSelect: () => openOverlay({ kind: "pages" }) },
    {
      id: "keys",
      name: t`Keyboard shortcuts`,
      icon: Keyboard,
      keys: "?",
      onSelect: () => openOverlay({ kind: "shortcuts" }),
    },
    ...(mayAdminister
      ? [{ id: "admin", name: t`Instance`, icon: Activity, apart: true, onSelect: () => navigate(paths.admin()) }]
      : []),
    { id: "out", name: t`Log out`, icon: LogOut, apart: true, onSelect: onSignOut },
  ];
  return (
    <Menu name={t`Workspace`} items={items} open={open} onOpenChange={setOpen}>
      <WorkspaceButton current={current} />
    </Menu>
  );
}
