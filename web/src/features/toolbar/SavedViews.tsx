import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowLeft, ArrowRight, Bookmark, BookmarkPlus, Link2, Lock, LockKeyhole, LockKeyholeOpen, Pencil, RotateCcw, Save, Trash2, Users } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { favoriteItem, useIsFavorite } from "@/actions/favorites";
import { createView, deleteView, moveView, updateView } from "@/actions/savedViews";
import { share } from "@/actions/share";
import { useMayIn } from "@/actions/useMay";
import { writeArrangement } from "@/fields/arrange/address";
import { keepSettings, keptSettings, SAVED, settingsKey } from "@/fields/arrange/keep";
import type { Place } from "@/fields/arrange/place";
import type { Settings } from "@/fields/arrange/settings";
import { useFields } from "@/fields/registry";
import { useConfig } from "@/fields/useOptions";
import { isMirrored } from "@/lib/direction";
import { useLocation, useNavigate } from "@/lib/location";
import { paths, type ViewKind } from "@/lib/paths";
import { step, type Behind } from "@/lib/place";
import { useLatest } from "@/lib/useLatest";
import { usualView } from "@/actions/usualView";
import { setView } from "@/lib/views";
import { undo, useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { listDrawings } from "@/ui/listIcons";
import { Menu, type MenuItem } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import type { SavedView } from "@/wire/generated";
import bar from "./Toolbar.module.css";
import styles from "./SavedViews.module.css";
import { beside, changeOf, isChanged, isLocked, isSameShape, kindOf, openedAt, pageOf, settingsOf, shapeOf, viewsOf } from "./savedView";
import { ViewDialog, type NewView } from "./ViewDialog";

interface SavedViewsProps {
  place: Place;
  layout: ViewKind;
  settings: Settings;
  onChange: (patch: Partial<Settings>, how?: { replace?: boolean }) => void;
}

const toUndo = () => ({ name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() });

/** The menu of the saved views of a list, of a page, or of all tasks: opens and saves views, and changes the open view. */
export function SavedViews({ place, layout, settings, onChange }: SavedViewsProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const fields = useFields();
  const config = useConfig();
  const rows = useTroupe((state) => state.savedViews);
  const mayShare = useMayIn("editLists", place.listId);
  const [asked, setAsked] = useState<"new" | "name" | null>(null);
  const slug = config.workspace?.key ?? "";
  const page = pageOf(place);
  const saved = new URLSearchParams(search).get(SAVED);
  const views = useMemo(() => viewsOf(rows, place), [rows, place]);
  const view = views.find(({ id }) => id === saved);
  const changed = useMemo(() => view !== undefined && isChanged(view, settings, layout, fields, config), [view, settings, layout, fields, config]);
  const isOne = useIsFavorite({ kind: "view", id: view?.id ?? "" });
  const mayLock = view !== undefined && (view.personal || mayShare);
  const mayChange = mayLock && !isLocked(view);

  /** Shows what the open view stores, without leaving the task that is open. */
  const show = (patch: Partial<Settings>, to: ViewKind, how?: { replace?: boolean }) => {
    onChange(patch, how);
    if (to === layout) return;
    const params = new URLSearchParams(search);
    setView(params, to, usualView(useTroupe.getState()));
    navigate(`${pathname}${writeArrangement(`?${params}`, { ...settings, ...patch }, fields)}`, { replace: true });
  };
  const open = (one: SavedView) => {
    if (one.id === view?.id) show(settingsOf(one, { ...settings, find: "" }, fields, config), kindOf(one));
    else navigate(openedAt(one, slug, fields, config));
  };
  useFollowed(view, (before, now) => {
    if (isSameShape(before, now) || isChanged(before, settings, layout, fields, config)) return;
    show(settingsOf(now, settings, fields, config), kindOf(now), { replace: true });
  });

  /** Leaves the view, and stays at the place with what it shows now; or goes on with another view that shows the same. */
  const stay = (id: string | null) => {
    const params = new URLSearchParams(search);
    if (id === null) params.delete(SAVED);
    else params.set(SAVED, id);
    // Without the saved view, an address that names no view means the view that was used last in the list.
    params.set("view", layout);
    const key = settingsKey({ me: config.me, workspaceId: config.workspace?.id, place, saved: id });
    // The place keeps its own columns, widths, frozen column, collapsed groups and board.
    const { columns, widths, frozen, collapsed, board } = id === null ? keptSettings(key, fields) : settings;
    keepSettings(key, { ...settings, columns, widths, frozen, collapsed, board }, fields);
    navigate(`${pathname}?${params}`, { replace: true });
  };
  /** Leaves a view that the node has refused, if it is still open. */
  const leave = useLatest((id: string) => {
    if (saved === id) stay(null);
  });
  const save = ({ name, icon, personal }: NewView) => {
    if (asked === "name" && view) {
      const patch = { ...(name !== view.name && { name }), ...(icon !== (view.icon ?? null) && { icon }) };
      if (Object.keys(patch).length > 0) void updateView(view.id, patch);
      return;
    }
    const { id, said } = createView({ name, icon, personal, listId: place.listId, page, ...shapeOf(settings, layout, fields, config) });
    stay(id);
    void said.then(({ ok }) => (ok ? tell({ text: t`Saved the view “${name}”` }) : leave.current(id)));
  };
  const update = () => {
    if (!view) return;
    void updateView(view.id, changeOf(view, shapeOf(settings, layout, fields, config))).then(({ ok }) => ok && tell({ text: t`Saved the view “${view.name}”`, action: toUndo() }));
  };
  const remove = () => {
    if (!view) return;
    stay(null);
    void deleteView(view.id).then(({ ok }) => ok && tell({ text: t`Deleted the view “${view.name}”`, action: toUndo() }));
  };

  /** A menu item that moves the open view among the views of its list or page. */
  const move = (id: string, name: string, icon: MenuItem["icon"], after: Behind): MenuItem => ({
    id,
    name,
    ...(icon && { icon }),
    disabled: after === undefined,
    onSelect: () => view && after !== undefined && void moveView(view.id, after),
  });
  const order = view ? beside(views, view) : [];
  const lockItem = (one: SavedView): MenuItem =>
    isLocked(one)
      ? { id: "lock", name: t`Unlock view`, icon: LockKeyholeOpen, onSelect: () => void updateView(one.id, { locked: false }) }
      : { id: "lock", name: t`Lock view`, icon: LockKeyhole, onSelect: () => void updateView(one.id, { locked: true }).then(({ ok }) => ok && tell({ text: t`Locked the view “${one.name}”. Unlock it before you change it.`, action: toUndo() })) };

  const items: MenuItem[] = [
    ...views.map((one, at): MenuItem => {
      const first = at === 0 || views[at - 1]?.personal !== one.personal;
      return {
        id: one.id,
        name: one.name,
        icon: (one.icon && listDrawings[one.icon]) ?? (one.personal ? Lock : Bookmark),
        checked: one.id === view?.id,
        ...(first && { heading: one.personal ? t`Only you` : t`Shared` }),
        onSelect: () => open(one),
      };
    }),
    { id: "new", name: t`Save as new view…`, icon: BookmarkPlus, apart: views.length > 0, onSelect: () => setAsked("new") },
    ...(view
      ? [
          // A view that an earlier build created has no display until somebody updates the view.
          ...(mayChange && (changed || !view.display) ? [{ id: "update", name: t`Save “${view.name}”`, icon: Save, onSelect: update }] : []),
          ...(changed ? [{ id: "reset", name: t`Reset changes`, icon: RotateCcw, onSelect: () => open(view) }] : []),
          { id: "link", name: t`Copy link`, icon: Link2, onSelect: () => void share(`${location.origin}${paths.savedView(slug, view.id)}`, view.name) },
          favoriteItem({ kind: "view", id: view.id }, isOne),
          { id: "leave", name: t`Leave the view`, icon: Bookmark, onSelect: () => stay(null) },
          ...(mayChange ? [{ id: "name", name: t`Edit name and icon…`, icon: Pencil, onSelect: () => setAsked("name") }] : []),
          ...(mayLock && order.length > 1 ? [move("before", isMirrored() ? t`Move right` : t`Move left`, ArrowLeft, step(order, view.id, -1)), move("after", isMirrored() ? t`Move left` : t`Move right`, ArrowRight, step(order, view.id, 1))] : []),
          ...(mayLock ? [lockItem(view)] : []),
          ...(view.personal && mayChange && mayShare ? [{ id: "share", name: page === null ? t`Share with everyone who sees these tasks` : t`Share with everyone (each person sees their own tasks)`, icon: Users, onSelect: () => void updateView(view.id, { personal: false }) }] : []),
          ...(!view.personal && mayChange && view.createdUserId === config.me ? [{ id: "personal", name: t`Make it only mine`, icon: Lock, onSelect: () => void updateView(view.id, { personal: true }) }] : []),
          ...(mayChange ? [{ id: "delete", name: t`Delete view`, icon: Trash2, danger: true, onSelect: remove }] : []),
        ]
      : []),
  ];

  return (
    <>
      <Menu name={t`Saved views`} items={items}>
        <Button variant="ghost" size="sm" icon={Bookmark} className={bar.tool} aria-label={view ? (changed ? t`View “${view.name}”, changed` : t`View “${view.name}”`) : t`Views`}>
          {view ? <b className={styles.name} dir="auto">{view.name}</b> : <span className={styles.word}><Trans>Views</Trans></span>}
          {changed && <span className={styles.changed} />}
        </Button>
      </Menu>
      {changed && mayChange && (
        <Button variant="ghost" size="sm" className={bar.tool} onClick={update}>
          <Trans>Save view</Trans>
        </Button>
      )}
      {changed && view && (
        <>
          <Button variant="ghost" size="sm" className={bar.tool} onClick={() => setAsked("new")}>
            <Trans>Save as new</Trans>
          </Button>
          <Button variant="ghost" size="sm" className={bar.tool} onClick={() => open(view)}>
            <Trans>Reset</Trans>
          </Button>
        </>
      )}
      {asked !== null && <ViewDialog view={asked === "name" ? (view ?? null) : null} mayShare={mayShare} ofPage={page !== null} onClose={() => setAsked(null)} onSave={save} />}
    </>
  );
}

/** Calls `onNew` when another person, or another tab, has changed the view that is open. */
function useFollowed(view: SavedView | undefined, onNew: (before: SavedView, now: SavedView) => void): void {
  const last = useRef(view);
  useEffect(() => {
    const before = last.current;
    last.current = view;
    if (before && view && before !== view && before.id === view.id) onNew(before, view);
  });
}
