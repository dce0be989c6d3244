import { t } from "@lingui/core/macro";
import { Inbox } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useInbox } from "@/actions/inbox";
import { unreadLists } from "@/sync/inbox";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { shownNumber } from "@/words/region";
import { Line } from "./Line";
import styles from "./Sidebar.module.css";
import { useUnreadLists } from "./unread";

/** Above this number, the exact one is in a tooltip only. */
const most = 99;

/** The link to the inbox, with the number of unread tasks. It also finds the lists of these tasks, which show a dot. */
export function InboxLink({ to }: { to: string }) {
  const { unread, lines } = useInbox();
  const tickets = useTroupe((state) => state.tickets);
  const lists = useMemo(() => unreadLists(lines, tickets), [lines, tickets]);
  useEffect(() => useUnreadLists.setState(lists, true), [lists]);
  const count = unread > 0 && (
    <span className={styles.new} {...(unread > most && { title: t`${shownNumber(unread)} unread` })}>
      {unread > most ? `${most}+` : unread}
    </span>
  );
  return <Line to={to} icon={<Icon of={Inbox} />} name={t`Inbox`} mark={count} />;
}
