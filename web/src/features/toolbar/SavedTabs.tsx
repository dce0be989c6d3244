import { t } from "@lingui/core/macro";
import { Bookmark, Lock, LockKeyhole } from "lucide-react";
import { useMemo, type MouseEvent, type ReactNode } from "react";
import { moveView } from "@/actions/savedViews";
import { StarButton } from "@/actions/StarButton";
import { useMayIn } from "@/actions/useMay";
import { SAVED } from "@/fields/arrange/keep";
import type { Place } from "@/fields/arrange/place";
import type { Settings } from "@/fields/arrange/settings";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";
import { cx } from "@/lib/cx";
import { Link, useLocation, useNavigate } from "@/lib/location";
import { isPlainClick } from "@/lib/newTab";
import { paths, type ViewKind } from "@/lib/paths";
import type { Behind } from "@/lib/place";
import { useDragInOrder } from "@/lib/useDragInOrder";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { listDrawings } from "@/ui/listIcons";
import type { SavedView } from "@/wire/generated";
import { beside, isChanged, isLocked, openedAt, pathOf, viewsOf } from "./savedView";
import styles from "./SavedTabs.module.css";

interface SavedTabsProps {
  place: Place;
  layout: ViewKind;
  settings: Settings;
}

/** The saved views of a list, of a page, or of all tasks, as tabs; the first tab is the place as the person left it. Shows nothing without views. */
export function SavedTabs({ place, layout, settings }: SavedTabsProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const fields = useFields();
  const config = useConfig();
  const rows = useTroupe((state) => state.savedViews);
  const views = useMemo(() => viewsOf(rows, place), [rows, place]);
  const saved = new URLSearchParams(search).get(SAVED);
  const current = views.find(({ id }) => id === saved);
  const changed = useMemo(() => current !== undefined && isChanged(current, settings, layout, fields, config), [current, settings, layout, fields, config]);
  const slug = config.workspace?.key ?? "";
  const mayShare = useMayIn("editLists", place.listId);
  if (views.length === 0) return null;
  const move = (id: string, after: Behind) => after !== undefined && void moveView(id, after);
  return (
    <nav className={styles.tabs} aria-label={t`Saved views`}>
      <Tab to={pathOf(slug, place)} current={current === undefined} name={t`No view`} />
      {views.map((view) => (
        <ViewTab
          key={view.id}
          view={view}
          slug={slug}
          order={beside(views, view)}
          movable={view.personal || mayShare}
          current={view === current}
          changed={view === current && changed}
          onMove={move}
          // The address of a view redirects to its place, and the page would disappear on the way.
          onGo={() => navigate(openedAt(view, slug, fields, config))}
        />
      ))}
      {current && <StarButton place={{ kind: "view", id: current.id }} />}
    </nav>
  );
}

interface ViewTabProps {
  view: SavedView;
  slug: string;
  /** The ids of the views among which this one can be moved. */
  order: readonly string[];
  movable: boolean;
  current: boolean;
  changed: boolean;
  onMove: (id: string, after: Behind) => void;
  onGo: () => void;
}

/** The tab of a view. It is moved by dragging, or in the menu of the view. */
function ViewTab({ view, slug, order, movable, current, changed, onMove, onGo }: ViewTabProps) {
  const kind = view.personal ? "own-view" : "shared-view";
  const { item, dragged, edge } = useDragInOrder({ kind, id: view.id, order, axis: "across", movable: movable && order.length > 1, onMove });
  return (
    <div ref={item} className={cx(styles.slot, dragged && styles.dragged, edge === "left" && styles.before, edge === "right" && styles.behind)}>
      <Tab
        to={paths.savedView(slug, view.id)}
        onGo={onGo}
        current={current}
        name={view.name}
        picture={view.icon && <Icon of={listDrawings[view.icon] ?? Bookmark} size={14} />}
        mark={
          <>
            {view.personal && <Icon of={Lock} size={12} name={t`Only you`} />}
            {isLocked(view) && <LockMark view={view} />}
            {changed && <i className={styles.changed} role="img" aria-label={t`Changed`} />}
          </>
        }
      />
    </div>
  );
}

/** Says that a view is locked, and by whom. */
function LockMark({ view }: { view: SavedView }) {
  const who = useTroupe(({ members }) => members[view.lockedByUserId ?? ""]);
  return <Icon of={LockKeyhole} size={12} name={who ? t`Locked by ${memberName(who)}` : t`Locked`} />;
}

interface TabProps {
  to: string;
  current: boolean;
  name: string;
  picture?: ReactNode;
  mark?: ReactNode;
  /** Called instead of following the link in this tab. */
  onGo?: () => void;
}

function Tab({ to, current, name, picture, mark, onGo }: TabProps) {
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event) || (!current && !onGo)) return;
    // The current tab does nothing, so that changes to the open view stay.
    event.preventDefault();
    if (!current) onGo?.();
  };
  return (
    <Link to={to} className={styles.tab} aria-current={current ? "page" : undefined} draggable={false} onClick={follow}>
      {picture}
      <span className={styles.name} dir="auto">{name}</span>
      {mark}
    </Link>
  );
}
