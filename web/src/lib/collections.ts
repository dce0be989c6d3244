import { t } from "@lingui/core/macro";
import { Bell, Blocks, CircleCheckBig, CircleUser, House, Inbox, Layers, Lock, Milestone, Mountain, Route, Target, Trash2, User, UserPen, type LucideIcon } from "lucide-react";
import type { Collection, PersonalPage, RecordPage } from "./paths";

type Named = Exclude<Collection, "list" | RecordPage>;

export const collectionNames: Record<Named | PersonalPage, string> = {
  get home() {
    return t`Home`;
  },
  get inbox() {
    return t`Inbox`;
  },
  get roadmap() {
    return t`Roadmap`;
  },
  get epics() {
    return t`Epics`;
  },
  get lists() {
    return t`All lists`;
  },
  get all() {
    return t`All tasks`;
  },
  get mine() {
    return t`Assigned to me`;
  },
  get created() {
    return t`Created by me`;
  },
  get completed() {
    return t`Completed by me`;
  },
  get subscribed() {
    return t`Subscribed by me`;
  },
  get private() {
    return t`Private tasks`;
  },
  get trash() {
    return t`Trash`;
  },
};

/** The icons of the pages, in the sidebar, in the top bar and in the palette. These pages can be favorites. */
export const collectionIcons: Record<Named | Exclude<PersonalPage, "lists">, LucideIcon> = {
  home: House,
  inbox: Inbox,
  roadmap: Route,
  epics: Mountain,
  all: Layers,
  mine: CircleUser,
  created: UserPen,
  completed: CircleCheckBig,
  subscribed: Bell,
  private: Lock,
  trash: Trash2,
};

/** The icons of the pages that show the tickets of one row. */
export const recordIcons: Record<RecordPage, LucideIcon> = {
  component: Blocks,
  version: Milestone,
  sprint: Target,
  person: User,
};
