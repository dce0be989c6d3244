import { CircleUser, List, Lock, Plus, Search } from "lucide-react";
import { NavLink } from "react-router";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { overlaySidebar } from "@/lib/shell";
import { Icon } from "@/ui/Icon";
import styles from "./WorkspaceScreen.module.css";

/** On a phone: the ways that the sidebar has on a desk. */
export function BottomBar({ slug }: { slug: string }) {
  const tab = styles.tab ?? "";
  return (
    <nav className={styles.bar} aria-label="Main">
      <button type="button" className={tab} onClick={() => overlaySidebar(true)}>
        <Icon of={List} />
        Lists
      </button>
      <button type="button" className={tab} onClick={() => openOverlay({ kind: "palette" })}>
        <Icon of={Search} />
        Browse
      </button>
      <button type="button" className={styles.new} aria-label="New task" onClick={() => openOverlay({ kind: "newTicket" })}>
        <Icon of={Plus} />
      </button>
      <NavLink to={paths.collection(slug, "mine")} className={tab}>
        <Icon of={CircleUser} />
        Mine
      </NavLink>
      <NavLink to={paths.collection(slug, "private")} className={tab}>
        <Icon of={Lock} />
        Private
      </NavLink>
    </nav>
  );
}
