import { t } from "@lingui/core/macro";
import { Inbox } from "lucide-react";
import { useInbox } from "@/actions/inbox";
import { Icon } from "@/ui/Icon";
import { Line } from "./Line";

/** The link to the inbox, with the number of unread tasks. */
export function InboxLink({ to }: { to: string }) {
  const { unread } = useInbox();
  return <Line to={to} icon={<Icon of={Inbox} />} name={t`Inbox`} count={unread} />;
}
