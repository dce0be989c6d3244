import { t } from "@lingui/core/macro";
import type { Channel, NotificationKind, Preferences, PreferencesPatch, Reminder } from "@/wire/generated";
import type { RowReader } from "../tables/tables";
import type { Kind } from "./kind";
import { patchedPlaces, placesBack } from "./ownPlaces";

/** Where a person who has not chosen is notified: the same table as in `actors/src/domain/kinds/preferences.rs`. */
export const usualChannels: Readonly<Record<NotificationKind, readonly Channel[]>> = {
  comment: ["inApp", "mail"],
  mention: ["inApp", "mail", "push"],
  assigneAdd: ["inApp", "mail", "push"],
  assigneRemove: ["inApp"],
  createTicket: ["inApp"],
  status: ["inApp"],
  name: ["inApp"],
  userAdd: ["inApp", "mail"],
  userRemove: ["inApp", "mail"],
};

const channelOrder: readonly Channel[] = ["inApp", "mail", "push"];
const reminderOrder: readonly Reminder[] = ["dayBefore", "onDay"];

/** The preferences of a person who has chosen nothing. */
export const blankPreferences = (id: string, me: string, at: string): Preferences => ({
  id,
  workspaceUserId: me,
  theme: null,
  timeZone: null,
  notifications: {},
  mails: true,
  digest: "off",
  digestHour: 8,
  quietHours: null,
  reminders: [],
  weekStart: null,
  defaultView: null,
  favorites: null,
  pages: null,
  shortcuts: null,
  createdAt: at,
});

/** The person's row. A page holds the row of one person. */
const own = (rows: RowReader): Preferences | undefined => rows.rows("preferences")[0];

const isHour = (hour: number) => Number.isInteger(hour) && hour >= 0 && hour < 24;

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The row after a patch; null if the node will refuse the patch. */
function patched(row: Preferences, { notifications = {}, favorites, pages, shortcuts, ...patch }: PreferencesPatch): Preferences | null {
  const { timeZone, digestHour, quietHours, reminders } = patch;
  const places = patchedPlaces(row, { favorites, pages, shortcuts });
  if (!places) return null;
  if (timeZone && !isZone(timeZone)) return null;
  if (digestHour !== undefined && !isHour(digestHour)) return null;
  if (quietHours && (!isHour(quietHours.from) || !isHour(quietHours.to) || quietHours.from === quietHours.to)) return null;
  const chosen = Object.entries(notifications).map(([kind, channels]) => [kind, channelOrder.filter((each) => channels.includes(each))]);
  return {
    ...row,
    ...patch,
    ...places,
    notifications: { ...row.notifications, ...Object.fromEntries(chosen) },
    ...(reminders && { reminders: reminderOrder.filter((each) => reminders.includes(each)) }),
  };
}

/** What a person has chosen for themselves. No other person sees the row. */
export const preferences: Kind<"preferences"> = {
  commands: {
    "preferences.update": {
      predict({ rows }, { patch }, { me, at, commandId }) {
        // The node derives the id.
        const next = patched(own(rows) ?? blankPreferences(commandId, me, at), patch);
        if (next) rows.set("preferences", next.id, next);
      },
      inverse({ rows, me }, { patch }) {
        const row = own(rows) ?? blankPreferences("", me, "");
        const { notifications, favorites, pages, shortcuts, ...rest } = patch;
        const back: PreferencesPatch = Object.fromEntries(Object.keys(rest).map((key) => [key, row[key as keyof typeof rest] ?? null]));
        if (notifications) {
          const kinds = Object.keys(notifications) as NotificationKind[];
          back.notifications = Object.fromEntries(kinds.map((kind) => [kind, row.notifications[kind] ?? [...usualChannels[kind]]]));
        }
        const patches = [...(Object.keys(back).length > 0 ? [back] : []), ...placesBack(row, { favorites, pages, shortcuts })];
        return patches.length > 0 ? patches.map((one) => ({ kind: "preferences.update", patch: one })) : null;
      },
      touches: ({ patch }) => [{ id: "preferences", fields: Object.keys(patch) }],
      stepName: () => t`changing preferences`,
      describe: () => ({ what: t`Your preferences`, text: null }),
    },
  },
};
