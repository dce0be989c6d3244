import type { EntityKind } from "@/wire/generated";
import { activity } from "./activity";
import { attribute } from "./attribute";
import { baseline } from "./baseline";
import { component } from "./component";
import { file } from "./file";
import { fixVersion } from "./fixVersion";
import { group } from "./group";
import type { FirstKind, Kind } from "./kind";
import { label } from "./label";
import { link } from "./link";
import { linkLag } from "./linkLag";
import { list } from "./list";
import { member } from "./member";
import { option } from "./option";
import { preferences } from "./preferences";
import { reaction } from "./reaction";
import { recurrence } from "./recurrence";
import { roadmapPlace } from "./roadmapPlace";
import { role } from "./role";
import { savedView } from "./savedView";
import { secondFactorRule } from "./secondFactorRule";
import { share } from "./share";
import { sprint } from "./sprint";
import { status } from "./status";
import { systemAttribute } from "./systemAttribute";
import { taskType } from "./taskType";
import { late } from "./ticket/late";
import { linkedRules } from "./ticket/linked";
import { template } from "./template";
import { ticketSubscription } from "./ticketSubscription";
import { urlLink } from "./urlLink";
import { workCalendar } from "./workCalendar";

/** The kinds whose rules load when the page is usable. A kind of the wire that has an entry neither here nor in `kinds` does not compile. */
export const otherKinds: { readonly [E in Exclude<EntityKind, FirstKind>]: Kind<E> } = {
  member,
  status,
  label,
  list,
  attribute,
  option,
  systemAttribute,
  workCalendar,
  secondFactorRule,
  taskType,
  component,
  fixVersion,
  group,
  sprint,
  link,
  file,
  activity,
  reaction,
  role,
  savedView,
  baseline,
  roadmapPlace,
  share,
  template,
  ticketSubscription,
  linkLag,
  recurrence,
  urlLink,
  preferences,
};

late.linked = linkedRules;
