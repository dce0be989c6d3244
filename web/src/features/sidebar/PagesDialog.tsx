import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { collectionNames } from "@/lib/collections";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { chosenPages, isShown, showPage, useChosenPages, type ChosenPage } from "./pages";
import styles from "./PagesDialog.module.css";

/** The pages that every sidebar has. */
const required = ["inbox", "roadmap", "mine", "all"] as const;

/** The name of a page or a section. */
const nameOf = (page: ChosenPage): string => (page === "favorites" ? t`Favorites` : page === "recent" ? t`Recent` : collectionNames[page]);

/** Chooses the pages of the sidebar. The person sees each change behind the dialog at once. */
export function PagesDialog() {
  const open = useOverlay(({ overlay }) => overlay?.kind === "pages");
  const me = useTroupe((state) => state.me ?? "");
  const chosen = useChosenPages(me);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && closeOverlay()}
      title={t`Customize sidebar`}
      text={t`You can still open hidden pages with their keys and from Browse all. This browser remembers your choice.`}
      actions={<Button variant="primary" onClick={closeOverlay}><Trans>Done</Trans></Button>}
    >
      <ul className={styles.pages}>
        {required.map((page) => (
          <li key={page}>
            <label className={styles.fixed}>
              <Checkbox checked disabled onChange={() => undefined} />
              <span className={styles.name}>{collectionNames[page]}</span>
              <span className={styles.why}><Trans>Always shown</Trans></span>
            </label>
          </li>
        ))}
        {chosenPages.map((page) => (
          <li key={page}>
            <label>
              <Checkbox checked={isShown(chosen, page)} onChange={(shown) => showPage(me, page, shown)} />
              <span className={styles.name}>{nameOf(page)}</span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
