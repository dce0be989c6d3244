import type { ReactNode } from "react";
import { Avatar, NoAvatar } from "@/ui/Avatar";
import { LabelDot, ListPicture } from "@/ui/Label";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { StatusIcon } from "@/ui/StatusIcon";
import type { Hue, PersonFace } from "@/ui/vocabulary";
import type { Look, Option } from "./options";

/** An option as a picture beside its name. */
export function pictureOf(look: Look | undefined): ReactNode {
  switch (look?.is) {
    case "status":
      return <StatusIcon category={look.category} share={look.share} />;
    case "priority":
      return <PriorityIcon priority={look.priority} />;
    case "person":
      return <Avatar person={look.person} size={18} decorative />;
    case "noPerson":
      return <NoAvatar size={18} />;
    case "list":
      return <ListPicture hue={look.hue} outline={look.outline} restricted={look.restricted} />;
    case "label":
      return <LabelDot hue={look.hue} />;
    case undefined:
      return null;
  }
}

/** An option as a picture in a cell or on a card. With `name`, the name is not written beside it. */
export function smallPictureOf(look: Look | undefined, name?: string): ReactNode {
  if (look?.is === "status") return <StatusIcon category={look.category} share={look.share} size={14} {...(name !== undefined && { name })} />;
  if (look?.is === "priority") return <PriorityIcon priority={look.priority} named={name !== undefined} />;
  return pictureOf(look);
}

/** The colour of an option; grey for an option without one. */
export const hueOf = (look: Look | undefined): Hue => (look && "hue" in look ? look.hue : "grey");

/** The person that an option stands for, if it does. */
export const personOf = ({ look }: Option): PersonFace[] => (look?.is === "person" ? [look.person] : []);
