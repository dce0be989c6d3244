import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Ellipsis } from "lucide-react";
import { updatePreferences } from "@/actions/preferences";
import { collectionNames } from "@/lib/collections";
import { cx } from "@/lib/cx";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { moveTo, step, type Behind } from "@/lib/place";
import { useDragInOrder } from "@/lib/useDragInOrder";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { IconButton } from "@/ui/IconButton";
import { Menu } from "@/ui/Menu";
import type { SidebarPagesPatch } from "@/wire/generated";
import { isOptional, isShown, pagesInOrder, useChosenPages, type SidebarPage } from "./pages";
import styles from "./PagesDialog.module.css";

const choose = (pages: SidebarPagesPatch): void => void updatePreferences({ pages });

/** Chooses the pages of the sidebar and their order. The person sees each change behind the dialog at once. */
export function PagesDialog() {
  const open = useOverlay(({ overlay }) => overlay?.kind === "pages");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && closeOverlay()}
      title={t`Customize sidebar`}
      text={t`Drag pages to change their order. You can still open hidden pages with their shortcuts or from Browse all. Your choice applies on all your devices.`}
      actions={<Button variant="primary" onClick={closeOverlay}><Trans>Done</Trans></Button>}
    >
      <PageChoices />
    </Dialog>
  );
}

/** The pages and sections of the sidebar, to be shown, hidden and ordered. */
export function PageChoices() {
  const hasEpics = useTroupe((state) => Object.values(state.taskTypes).some(({ container }) => container));
  const chosen = useChosenPages();
  const pages = pagesInOrder(chosen);
  const order = hasEpics ? pages : pages.filter((page) => page !== "epics");
  const move = (page: string, after: Behind) => after !== undefined && choose({ order: [...moveTo(pages, page, after)] });
  return (
    <>
      <ul className={styles.pages} aria-label={t`Pages`}>
        {order.map((page) => (
          <li key={page}>
            <PageLine page={page} shown={isShown(chosen, page)} order={order} onShow={(shown) => choose({ shown: { [page]: shown } })} onMove={move} />
          </li>
        ))}
      </ul>
      <ul className={cx(styles.pages, styles.sections)} aria-label={t`Sections`}>
        {(["favorites", "recent"] as const).map((section) => (
          <li key={section}>
            <label>
              <Checkbox checked={isShown(chosen, section)} onChange={(shown) => choose({ shown: { [section]: shown } })} />
              <span className={styles.name}>{section === "favorites" ? t`Favorites` : t`Recent`}</span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

interface PageLineProps {
  page: SidebarPage;
  shown: boolean;
  /** All pages, in the order of the person. */
  order: readonly SidebarPage[];
  onShow: (shown: boolean) => void;
  onMove: (page: string, after: Behind) => void;
}

/** A page. It moves by dragging or by its menu. */
function PageLine({ page, shown, order, onShow, onMove }: PageLineProps) {
  const name = collectionNames[page];
  const optional = isOptional(page);
  const { item, dragged, edge } = useDragInOrder({ kind: "sidebar-page", id: page, order, axis: "down", onMove });
  const [up, down] = [step(order, page, -1), step(order, page, 1)];
  return (
    <div ref={item} className={cx(styles.line, dragged && styles.dragged, edge === "top" && styles.above, edge === "bottom" && styles.below)}>
      <label className={cx(!optional && styles.fixed)}>
        <Checkbox checked={shown} disabled={!optional} onChange={onShow} />
        <span className={styles.name}>{name}</span>
        {!optional && <span className={styles.why}><Trans>Always shown</Trans></span>}
      </label>
      <Menu
        name={t`Actions for page ${name}`}
        align="end"
        items={[
          { id: "up", name: t`Move up`, icon: ArrowUp, disabled: up === undefined, onSelect: () => onMove(page, up) },
          { id: "down", name: t`Move down`, icon: ArrowDown, disabled: down === undefined, onSelect: () => onMove(page, down) },
        ]}
      >
        <IconButton icon={Ellipsis} name={t`Actions for page ${name}`} size="xs" />
      </Menu>
    </div>
  );
}
