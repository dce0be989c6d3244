import { ChevronDown } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { WorkspaceIcon } from "@/ui/WorkspaceIcon";
import type { HeldRole } from "@/wire/generated";
import styles from "./Sidebar.module.css";

export interface SidebarWorkspace {
  id: string;
  name: string;
  icon: string | null;
  key: string;
  role: HeldRole;
}

/** The name and the icon of the workspace. Until the workspace has loaded, they come from the session. */
export function useShownWorkspace(current: SidebarWorkspace): Pick<SidebarWorkspace, "name" | "icon"> {
  const name = useTroupe((state) => state.workspace?.name) ?? current.name;
  const icon = useTroupe((state) => (state.workspace ? state.workspace.icon : current.icon));
  return { name, icon };
}

/** The button that opens the menu of the workspace. */
export function WorkspaceButton({ current, ...rest }: ComponentPropsWithRef<"button"> & { current: SidebarWorkspace }) {
  const { name, icon } = useShownWorkspace(current);
  return (
    <button type="button" className={styles.workspace} {...rest}>
      <WorkspaceIcon icon={icon} />
      <span className={styles.name} dir="auto" title={name}>
        {name}
      </span>
      <Icon of={ChevronDown} />
    </button>
  );
}
