import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleUser, Inbox, List, Plus, Search } from "lucide-react";
import { useMay } from "@/actions/useMay";
import { NavLink, useLocation } from "@/lib/location";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { placeAt } from "@/lib/placeAt";
import { overlaySidebar } from "@/lib/shell";
import { Icon } from "@/ui/Icon";
import styles from "./WorkspaceScreen.module.css";

/** On a phone, the navigation that the sidebar has on a larger screen. */
export function BottomBar({ slug }: { slug: string }) {
  const mayAdd = useMay("createTickets");
  const tab = styles.tab ?? "";
  const { collection } = placeAt(useLocation().pathname);
  const inSidebar = collection !== null && ["list", "lists", "all", "created", "completed", "subscribed", "private", "trash"].includes(collection);
  return (
    <nav className={styles.bar} aria-label={t`Main`}>
      <button type="button" className={tab} aria-current={inSidebar ? "page" : undefined} onClick={() => overlaySidebar(true)}>
        <Icon of={List} />
        <Trans>Lists</Trans>
      </button>
      <button type="button" className={tab} onClick={() => openOverlay({ kind: "palette" })}>
        <Icon of={Search} />
        <Trans>Browse</Trans>
      </button>
      {mayAdd && (
        <button type="button" className={styles.new} aria-label={t`New task`} onClick={() => openOverlay({ kind: "newTicket" })}>
          <Icon of={Plus} />
        </button>
      )}
      <NavLink to={paths.collection(slug, "mine")} className={tab}>
        <Icon of={CircleUser} />
        <Trans>Mine</Trans>
      </NavLink>
      <NavLink to={paths.collection(slug, "inbox")} className={tab}>
        <Icon of={Inbox} />
        <Trans>Inbox</Trans>
      </NavLink>
    </nav>
  );
}
