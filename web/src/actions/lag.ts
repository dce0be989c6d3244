import { plural, t } from "@lingui/core/macro";
import { mostLag } from "@/sync/kinds/linkLag";
import { dispatch, useTroupe } from "@/sync/store";
import type { LinkLag } from "@/wire/generated";

/** The lag of a link in days; 0 without one. */
export const lagOf = ({ linkLags }: { linkLags: Readonly<Record<string, LinkLag>> }, linkId: string): number =>
  Object.values(linkLags).find((row) => row.linkId === linkId)?.days ?? 0;

/** The lag of a link of the open workspace. */
export const useLag = (linkId: string): number => useTroupe((state) => lagOf(state, linkId));

/** "3 days after", "2 days before": when the blocked task may begin. */
export const lagWords = (days: number): string =>
  days > 0 ? plural(days, { one: "# day after", other: "# days after" }) : plural(-days, { one: "# day before", other: "# days before" });

/** What a picker needs that asks for the lag of a link. */
export const lagEntry = (linkId: string, days: number) =>
  ({
    name: t`Lag in days`,
    keyboard: "decimal",
    value: days === 0 ? null : String(days),
    objection: (text: string) => (/^[-−]?\d{1,4}$/.test(text) ? null : t`Use a whole number of days, up to ${mostLag}.`),
    onChange: (text: string | null) => void dispatch({ kind: "linkLag.set", linkId, days: text === null ? 0 : Number(text.replace("−", "-")) }),
  }) as const;
