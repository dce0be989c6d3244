import { Suspense, type ReactNode } from "react";
import { laterComponent } from "@/lib/later";
import { Avatar, NoAvatar } from "@/ui/Avatar";
import { LabelDot, ListPicture } from "@/ui/Label";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { StatusIcon } from "@/ui/StatusIcon";
import type { Hue, PersonFace } from "@/ui/vocabulary";
import type { Look, Option } from "./options";

/** The drawings are not part of the first load: until they are here, a type is the dot of its colour. */
const TypePicture = laterComponent(async () => (await import("@/ui/TypePicture")).TypePicture, { instead: ({ hue }) => <LabelDot hue={hue} /> });

interface TypeLookProps {
  look: Extract<Look, { is: "taskType" }>;
  small?: boolean;
  name?: string | undefined;
}

function TypeLook({ look: { icon, hue }, small = false, name }: TypeLookProps) {
  return (
    <Suspense fallback={<LabelDot hue={hue} />}>
      <TypePicture icon={icon} hue={hue} size={small ? 14 : 16} {...(name !== undefined && { name })} />
    </Suspense>
  );
}

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
      return <ListPicture hue={look.hue} outline={look.outline} icon={look.icon} restricted={look.restricted} archived={look.archived} />;
    case "label":
      return <LabelDot hue={look.hue} />;
    case "taskType":
      return <TypeLook look={look} />;
    case undefined:
      return null;
  }
}

/** An option as a picture in a cell or on a card. With `name`, the name is not written beside it. */
export function smallPictureOf(look: Look | undefined, name?: string): ReactNode {
  if (look?.is === "status") return <StatusIcon category={look.category} share={look.share} size={14} {...(name !== undefined && { name })} />;
  if (look?.is === "priority") return <PriorityIcon priority={look.priority} named={name !== undefined} />;
  if (look?.is === "taskType") return <TypeLook look={look} small name={name} />;
  return pictureOf(look);
}

/** The colour of an option; grey for an option without one. */
export const hueOf = (look: Look | undefined): Hue => (look && "hue" in look ? look.hue : "grey");

/** The person that an option stands for, if it does. */
export const personOf = ({ look }: Option): PersonFace[] => (look?.is === "person" ? [look.person] : []);
