import { t } from "@lingui/core/macro";

/** The blocks of the home page that a person may hide and order, in their usual order. */
export const blocks = ["due", "unread", "activity", "sprints", "recent"] as const;
export type HomeBlock = (typeof blocks)[number];

export const blockNames: Record<HomeBlock, string> = {
  get due() {
    return t`Due today`;
  },
  get unread() {
    return t`Unread`;
  },
  get activity() {
    return t`Activity in your lists`;
  },
  get sprints() {
    return t`Active sprints`;
  },
  get recent() {
    return t`Recently opened`;
  },
};

/** How a person has arranged the home page. */
export interface HomeChoice {
  /** All blocks, in their order. */
  order: readonly HomeBlock[];
  hidden: readonly HomeBlock[];
}

const known = (value: unknown): HomeBlock[] => (Array.isArray(value) ? blocks.filter((block) => value.includes(block)) : []);

/** Reads a choice that another build may have written: blocks that it does not know go to the end. */
export function readChoice(stored: string | null): HomeChoice {
  try {
    const { order, hidden } = Object(JSON.parse(stored ?? "{}")) as Record<string, unknown>;
    const first = Array.isArray(order) ? [...new Set(order)].filter((id): id is HomeBlock => blocks.some((block) => block === id)) : [];
    return { order: [...first, ...blocks.filter((block) => !first.includes(block))], hidden: known(hidden) };
  } catch {
    return { order: blocks, hidden: [] };
  }
}

/** The words that greet a person at an hour of the day. */
export function greeting(name: string, hour = new Date().getHours()): string {
  if (hour < 5 || hour >= 18) return t`Good evening, ${name}`;
  return hour < 12 ? t`Good morning, ${name}` : t`Good afternoon, ${name}`;
}
