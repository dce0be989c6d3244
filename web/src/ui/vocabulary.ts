import { t } from "@lingui/core/macro";

/** The vocabulary of the UI kit: shapes and colours, without tickets. */
export type StatusCategory = "byDefault" | "started" | "blocked" | "canceled" | "completed";

/** In the order in which work passes through the categories. */
export const categories = ["byDefault", "started", "blocked", "completed", "canceled"] as const satisfies readonly StatusCategory[];

export const categoryNames: Record<StatusCategory, string> = {
  get byDefault() {
    return t`Not started`;
  },
  get started() {
    return t`Started`;
  },
  get blocked() {
    return t`Blocked`;
  },
  get completed() {
    return t`Done`;
  },
  get canceled() {
    return t`Canceled`;
  },
};

export const priorities = ["day", "week", "month", "quarter", "year"] as const;
export type Priority = (typeof priorities)[number];

export const priorityNames: Record<Priority, string> = {
  get day() {
    return t`Day`;
  },
  get week() {
    return t`Week`;
  },
  get month() {
    return t`Month`;
  },
  get quarter() {
    return t`Quarter`;
  },
  get year() {
    return t`Year`;
  },
};

export const hues = [
  "grey",
  "red",
  "orange",
  "amber",
  "olive",
  "green",
  "teal",
  "cyan",
  "blue",
  "indigo",
  "violet",
  "pink",
] as const;
export type Hue = (typeof hues)[number];

/** The colour value of one of the twelve hues. */
export const hueColor = (hue: Hue): string => `var(--lb-${hue})`;

/** A person as the UI kit draws them. */
export interface PersonFace {
  id: string;
  name: string;
  avatarUrl?: string | null;
}
