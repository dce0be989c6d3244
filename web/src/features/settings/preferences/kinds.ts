import { msg } from "@lingui/core/macro";
import { AtSign, CircleDot, MessageSquare, Pencil, SquarePlus, UserMinus, UserPlus, UserX, UsersRound, type LucideIcon } from "lucide-react";
import type { Message } from "@/words/i18n";
import type { Channel, NotificationKind } from "@/wire/generated";

interface KindOfNews {
  kind: NotificationKind;
  icon: LucideIcon;
  name: Message;
  about: Message;
  /** The channels that can be turned on and off. A mention always shows in the inbox, and the inbox shows tasks alone. */
  channels: readonly Channel[];
}

/** The kinds of notifications, in the order of the page. */
export const kindsOfNews: readonly KindOfNews[] = [
  { kind: "comment", icon: MessageSquare, name: msg`New comment`, about: msg`on tasks you follow`, channels: ["inApp", "mail", "push"] },
  { kind: "mention", icon: AtSign, name: msg`Mention`, about: msg`of you in a comment or a description`, channels: ["mail", "push"] },
  { kind: "assigneAdd", icon: UserPlus, name: msg`Assigned to you`, about: msg`also with a new task`, channels: ["inApp", "mail", "push"] },
  { kind: "assigneRemove", icon: UserMinus, name: msg`Assignment removed`, about: msg`from a task you were assigned to`, channels: ["inApp", "mail", "push"] },
  { kind: "createTicket", icon: SquarePlus, name: msg`Task created`, about: msg`with you as reporter, or as a subtask of a task you follow`, channels: ["inApp", "mail", "push"] },
  { kind: "status", icon: CircleDot, name: msg`Status changed`, about: msg`on tasks you follow`, channels: ["inApp", "mail", "push"] },
  { kind: "name", icon: Pencil, name: msg`Task renamed`, about: msg`on tasks you follow`, channels: ["inApp", "mail", "push"] },
  { kind: "userAdd", icon: UsersRound, name: msg`Added`, about: msg`to a list, or to the workspace again`, channels: ["mail", "push"] },
  { kind: "userRemove", icon: UserX, name: msg`Removed`, about: msg`from a list or the workspace`, channels: ["mail", "push"] },
];

export const channelNames: readonly { channel: Channel; name: Message }[] = [
  { channel: "inApp", name: msg`In-app` },
  { channel: "mail", name: msg`Email` },
  { channel: "push", name: msg`Push` },
];
