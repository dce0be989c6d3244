import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useParams } from "react-router";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { visitsOf } from "@/lib/visits";
import { restrictedLists } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { ListPicture } from "@/ui/Label";
import { atMost, type TicketLinks } from "./DueBlock";
import { Block } from "./Block";
import styles from "./Home.module.css";
import { TaskLine } from "./TaskLine";

/** The tasks and lists that the person has opened last in this browser. */
export function RecentBlock(links: TicketLinks) {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const me = useTroupe((state) => state.me ?? "");
  const tickets = useTroupe((state) => state.tickets);
  const lists = useTroupe((state) => state.lists);
  // The order stays while the page is open, so that a click on one line does not move the others.
  const [visits] = useState(() => visitsOf(workspaceId, me));
  const shown = visits.filter(({ kind, id }) => (kind === "list" ? lists[id] : tickets[id]?.trashedAt === null)).slice(0, atMost);
  return (
    <Block title={t`Recently opened`}>
      {shown.length === 0 && <p className={styles.nothing}><Trans>Tasks and lists that you open appear here.</Trans></p>}
      <ul>
        {shown.map(({ kind, id }) => {
          const ticket = tickets[id];
          if (kind === "list") return <ListLine key={id} id={id} />;
          return ticket && <TaskLine key={id} ticket={ticket} href={links.hrefOf(id)} isOpen={id === links.openId} />;
        })}
      </ul>
    </Block>
  );
}

function ListLine({ id }: { id: string }) {
  const { workspace: slug = "" } = useParams();
  const list = useTroupe((state) => state.lists[id]);
  const restricted = useTroupe((state) => restrictedLists(state).has(id));
  if (!list) return null;
  return (
    <li className={styles.line}>
      <ListPicture hue={list.color} outline={list.suggested} icon={list.icon} restricted={restricted} archived={Boolean(list.archivedAt)} />
      <Link to={paths.list(slug, id)} className={styles.title} dir="auto" title={list.name}>
        {list.name}
      </Link>
      <span className={styles.who}><Trans>List</Trans></span>
    </li>
  );
}
