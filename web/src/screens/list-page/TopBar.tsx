import { Lock, PanelLeft, SquareKanban, Table2, Trash2, UserPen, UserPlus, CircleUser, Layers, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { may } from "@/actions/rights";
import { openOverlay } from "@/lib/overlays";
import type { Collection, ViewKind } from "@/lib/paths";
import { toggleSidebar } from "@/lib/shell";
import type { Place } from "@/sync/arrange/place";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { ListDot } from "@/ui/Label";
import { ViewTabs } from "@/ui/ViewTabs";
import styles from "./ListPage.module.css";

export const collectionNames: Record<Exclude<Collection, "list">, string> = {
  all: "All tasks",
  mine: "Assigned to me",
  created: "Created by me",
  private: "Private tasks",
  trash: "Trash",
};

const pictures: Record<Exclude<Collection, "list">, LucideIcon> = {
  all: Layers,
  mine: CircleUser,
  created: UserPen,
  private: Lock,
  trash: Trash2,
};

const tabs = [
  { id: "spreadsheet", name: "Spreadsheet", icon: Table2, keys: "1" },
  { id: "kanban", name: "Kanban", icon: SquareKanban, keys: "2" },
] as const;

interface TopBarProps {
  place: Place;
  view: ViewKind;
  panelOpen: boolean;
  /** The id of the element that shows the view. */
  controls: string;
  stage: ReactNode;
  onView: (view: ViewKind) => void;
}

/** Where am I, which view, who is here. */
export function TopBar({ place, view, panelOpen, controls, stage, onView }: TopBarProps) {
  const list = useTroupe((state) => (place.listId === null ? undefined : state.lists[place.listId]));
  const mayInvite = useTroupe((state) => may(state.me === null ? null : state.members[state.me]?.role, "administer"));
  const { collection } = place;
  return (
    <header className={styles.top}>
      <IconButton icon={PanelLeft} name="Sidebar" keys="[" className={styles.sidebar} onClick={() => toggleSidebar(panelOpen)} />
      {collection === "list" ? (
        list && <ListDot hue={list.color} outline={list.suggested} />
      ) : (
        <Icon of={pictures[collection]} className={styles.picture} />
      )}
      <h1 className={styles.title}>{collection === "list" ? (list?.name ?? "List") : collectionNames[collection]}</h1>
      {collection !== "trash" && (
        <>
          <span className={styles.rule} />
          <ViewTabs name="View" tabs={tabs} current={view} controls={controls} onChange={onView} />
        </>
      )}
      <span className={styles.space} />
      {stage}
      {mayInvite && collection !== "private" && collection !== "trash" && (
        <>
          <span className={styles.rule} />
          <Button icon={UserPlus} className={styles.share} aria-label="Share" onClick={() => openOverlay({ kind: "invite" })}>
            <span className={styles.shareWord}>Share</span>
          </Button>
        </>
      )}
    </header>
  );
}
