import { t } from "@lingui/core/macro";
import { kindOf, totalKinds, type Total, type TotalKind } from "@/fields/totals";
import type { Value } from "@/fields/value";
import { formatDate } from "@/lib/plainDate";
import type { MenuItem } from "@/ui/Menu";
import { shownNumber } from "@/words/region";

function nameOf(kind: TotalKind): string {
  switch (kind) {
    case "none":
      return t`None`;
    case "sum":
      return t`Sum`;
    case "average":
      return t`Average`;
    case "least":
      return t`Minimum`;
    case "most":
      return t`Maximum`;
    case "days":
      return t`Earliest and latest`;
    case "first":
      return t`Earliest`;
    case "last":
      return t`Latest`;
    case "count":
      return t`Count of values`;
    case "empty":
      return t`Count of empty values`;
    case "unique":
      return t`Count of unique values`;
  }
}

/** The totals that a person can choose for a column; empty if its values have none. */
export const totalItems = (value: Value, chosen: TotalKind | undefined, onChoose: (kind: TotalKind) => void): MenuItem[] =>
  totalKinds(value).map((kind) => ({ id: kind, name: nameOf(kind), checked: kind === kindOf(value, chosen), onSelect: () => onChoose(kind) }));

/** The total in the lines of a narrow column: two days stand one below the other. */
export function shortly(total: Total): string[] {
  if (total.is === "days") return [...new Set([formatDate(total.first), formatDate(total.last)])];
  return ["day" in total ? formatDate(total.day) : shownNumber(total.number)];
}

/** The total with its column, for screen readers and as a tooltip. */
export function inWords(total: Total, name: string): string {
  if (total.is === "days") {
    const [first, last] = [formatDate(total.first), formatDate(total.last)];
    return first === last ? t`${name}: all on ${first}` : t`${name}: earliest ${first}, latest ${last}`;
  }
  const [shown = ""] = shortly(total);
  switch (total.is) {
    case "sum":
      return t`Sum of ${name}: ${shown}`;
    case "average":
      return t`Average of ${name}: ${shown}`;
    case "least":
      return t`Minimum of ${name}: ${shown}`;
    case "most":
      return t`Maximum of ${name}: ${shown}`;
    case "first":
      return t`${name}: earliest ${shown}`;
    case "last":
      return t`${name}: latest ${shown}`;
    case "count":
      return t`Tasks with ${name}: ${shown}`;
    case "empty":
      return t`Tasks without ${name}: ${shown}`;
    case "unique":
      return t`Unique values of ${name}: ${shown}`;
  }
}

/** What stands before the number of a total, so that a count is not read as a sum. */
export function markOf(total: Total): string {
  if (total.is === "average") return t`Avg`;
  if (total.is === "least") return t`Min`;
  if (total.is === "most") return t`Max`;
  if (total.is === "count") return t`Filled`;
  if (total.is === "empty") return t`Empty`;
  return total.is === "unique" ? t`Unique` : "";
}
