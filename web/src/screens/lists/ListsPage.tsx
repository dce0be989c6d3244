import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Archive, List, PanelLeft, Plus, Search } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router";
import { setTarget } from "@/actions/target";
import { useMay } from "@/actions/useMay";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { AllLists } from "@/features/lists/AllLists";
import { listsFound } from "@/features/lists/allLists";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { countTickets } from "@/features/sidebar/counts";
import { useUnreadLists } from "@/features/sidebar/unread";
import { collectionNames } from "@/lib/collections";
import { useHotkeys } from "@/lib/hotkeys";
import { Link } from "@/lib/location";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { toggleSidebar } from "@/lib/shell";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import styles from "./ListsPage.module.css";

/** All lists that the person sees, with a search, and a star for each. */
export function ListsPage() {
  const { workspace: slug = "" } = useParams();
  const lists = useTroupe((state) => state.lists);
  const groups = useTroupe((state) => state.groups);
  const tickets = useTroupe((state) => state.tickets);
  const mayAdd = useMay("createLists");
  const unread = useUnreadLists();
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useHotkeys({ "/": () => field.current?.focus() });
  const entries = useMemo(() => listsFound({ lists, groups }, typed), [lists, groups, typed]);
  const counts = useMemo(() => countTickets(tickets, null).byList, [tickets]);
  useEffect(() => setTarget({ listId: null }), []);
  const add = mayAdd && (
    <Button icon={Plus} variant="primary" onClick={() => openOverlay({ kind: "listSettings" })}>
      <Trans>New list</Trans>
    </Button>
  );
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" onClick={() => toggleSidebar()} />
        <Icon of={List} className={styles.picture} />
        <h1 className={styles.title}>{collectionNames.lists}</h1>
        <span className={styles.space} />
        {add}
      </header>
      <SyncBanner />
      <RefusedBanner />
      <div className={styles.toolbar}>
        <label className={styles.find}>
          <Icon of={Search} size={14} />
          <input ref={field} type="search" dir="auto" aria-label={t`Find a list`} placeholder={t`Find a list`} value={typed} onChange={({ target }) => setTyped(target.value)} />
        </label>
        <span className={styles.space} />
        <Link to={paths.settings(slug, "archive")} className={styles.archive}>
          <Icon of={Archive} size={14} />
          <Trans>Archived lists</Trans>
        </Link>
      </div>
      <div className={styles.scroll}>
        {entries.length > 0 ? (
          <AllLists slug={slug} entries={entries} counts={counts} unread={unread} />
        ) : (
          <EmptyState
            title={typed === "" ? t`No lists yet` : t`No matches`}
            actions={typed === "" ? add || undefined : <Button onClick={() => setTyped("")}><Trans>Clear search</Trans></Button>}
          >
            {typed === "" ? t`Lists that you can see appear here.` : t`No list has these words in its name, description or groups.`}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
