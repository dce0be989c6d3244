import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { House, PanelLeft, Settings2 } from "lucide-react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { StarButton } from "@/actions/StarButton";
import { setTarget } from "@/actions/target";
import { SyncBanner } from "@/features/banner/SyncBanner";
import { ActivityBlock } from "@/features/home/ActivityBlock";
import { ArrangeHome } from "@/features/home/ArrangeHome";
import { greeting, type HomeBlock } from "@/features/home/blocks";
import { DueBlock } from "@/features/home/DueBlock";
import { GettingStarted } from "@/features/home/GettingStarted";
import { RecentBlock } from "@/features/home/RecentBlock";
import { SprintsBlock } from "@/features/home/SprintsBlock";
import { UnreadBlock } from "@/features/home/UnreadBlock";
import { useHomeChoice } from "@/features/home/useHomeChoice";
import { RefusedBanner } from "@/features/notices/RefusedBanner";
import { HereInWorkspace } from "@/features/presence/HereInWorkspace";
import { collectionNames } from "@/lib/collections";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { today } from "@/lib/plainDate";
import { toggleSidebar } from "@/lib/shell";
import { memberName, ticketByKey, ticketKey } from "@/sync/selectors";
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
  const name = useTroupe(({ me, members }) => {
    const member = me === null ? undefined : members[me];
    return member ? member.firstname || memberName(member) : "";
  });
  const [choice, choose] = useHomeChoice();
  const [arranging, setArranging] = useState(false);
  const now = today();
  const links = { hrefOf, openId };
  const blocks: Record<HomeBlock, ReactNode> = {
    due: <DueBlock key="due" now={now} {...links} />,
    unread: <UnreadBlock key="unread" {...links} />,
    activity: <ActivityBlock key="activity" {...links} />,
    sprints: <SprintsBlock key="sprints" now={now} />,
    recent: <RecentBlock key="recent" {...links} />,
  };
  const shown = choice.order.filter((block) => !choice.hidden.includes(block));
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <IconButton icon={PanelLeft} name={t`Sidebar`} keys="[" onClick={() => toggleSidebar(openId !== null)} />
        <Icon of={House} className={styles.picture} />
        <h1 className={styles.title}>{collectionNames.home}</h1>
        <StarButton place={place} />
        <span className={styles.space} />
        <IconButton icon={Settings2} name={t`Customize home`} onClick={() => setArranging(true)} />
        <HereInWorkspace onFollow={(ticketId) => navigate(hrefOf(ticketId))} />
      </header>
      {openKey === null && <SyncBanner />}
      {openKey === null && <RefusedBanner />}
      <div className={styles.scroll}>
        <div className={styles.blocks}>
          {name !== "" && <p className={styles.greeting} dir="auto">{greeting(name)}</p>}
          <GettingStarted />
          {shown.map((block) => blocks[block])}
          {shown.length === 0 && <p className={styles.empty}><Trans>You have hidden all blocks.</Trans></p>}
        </div>
      </div>
      {arranging && <ArrangeHome choice={choice} onChoose={choose} onClose={() => setArranging(false)} />}
    </div>
  );
}
