import { t } from "@lingui/core/macro";
import { House, PanelLeft } from "lucide-react";
import { useCallback, useEffect } from "react";
import { useParams } from "react-router";
import { StarButton } from "@/actions/StarButton";
import { setTarget } from "@/actions/target";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { DueBlock } from "@/features/home/DueBlock";
import { GettingStarted } from "@/features/home/GettingStarted";
import { RecentBlock } from "@/features/home/RecentBlock";
import { SprintsBlock } from "@/features/home/SprintsBlock";
import { UnreadBlock } from "@/features/home/UnreadBlock";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { HereInWorkspace } from "@/features/presence/HereInWorkspace";
import { collectionNames } from "@/lib/collections";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { today } from "@/lib/plainDate";
import { toggleSidebar } from "@/lib/shell";
import { ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import styles from "./HomePage.module.css";

const place = { kind: "page", id: "home" } as const;

/** The home page: what the person has to do today. A task opens beside the page. */
export function HomePage() {
  const { workspace: slug = "", ticketKey: openKey = null } = useParams();
  const navigate = useNavigate();
  const openId = useTroupe((state) => (openKey === null ? null : (ticketByKey(state, openKey)?.id ?? state.tickets[openKey]?.id ?? null)));
  useEffect(() => setTarget({ listId: null, opened: openId }), [openId]);
  useEffect(() => () => setTarget({ opened: null }), []);
  const hrefOf = useCallback(
    (ticketId: string) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[ticketId];
      return paths.collection(slug, "home", { ticketKey: (ticket && ticketKey(state, ticket)) ?? ticketId });
    },
    [slug],
  );
  const now = today();
  const links = { hrefOf, openId };
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" onClick={() => toggleSidebar(openId !== null)} />
        <Icon of={House} className={styles.picture} />
        <h1 className={styles.title}>{collectionNames.home}</h1>
        <StarButton place={place} />
        <span className={styles.space} />
        <HereInWorkspace onFollow={(ticketId) => navigate(hrefOf(ticketId))} />
      </header>
      {openKey === null && <SyncBanner />}
      {openKey === null && <RefusedBanner />}
      <div className={styles.scroll}>
        <div className={styles.blocks}>
          <GettingStarted />
          <DueBlock now={now} {...links} />
          <UnreadBlock {...links} />
          <SprintsBlock now={now} />
          <RecentBlock {...links} />
        </div>
      </div>
    </div>
  );
}
