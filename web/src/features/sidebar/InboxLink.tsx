import { t } from "@lingui/core/macro";
import { Inbox } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useInbox } from "@/actions/inbox";
import { unreadLists } from "@/sync/inbox";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Line } from "./Line";
import { useUnreadLists } from "./unread";

/** The link to the inbox, with the number of unread tasks. It also finds the lists of these tasks, which show a dot. */
export function InboxLink({ to }: { to: string }) {
  const { unread, lines } = useInbox();
  const tickets = useTroupe((state) => state.tickets);
  const lists = useMemo(() => unreadLists(lines, tickets), [lines, tickets]);
  useEffect(() => useUnreadLists.setState(lists, true), [lists]);
  return <Line to={to} icon={<Icon of={Inbox} />} name={t`Inbox`} count={unread} />;
}
