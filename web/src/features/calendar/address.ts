import { isPlainDate, type PlainDate } from "@/lib/plainDate";
import { modes, type Mode } from "./weeks";

/** The settings of the calendar in an address. A setting that the address does not name is null. */
export interface Shown {
  mode: Mode | null;
  day: PlainDate | null;
}

/** Years outside of this range make no sense in a plan, and their dates do not sort as text. */
const isSensible = (day: string) => isPlainDate(day) && day >= "1900-01-01" && day <= "2999-12-31";

/** Reads what an address names; unknown values count as not named. */
export function readShown(search: string): Shown {
  const said = new URLSearchParams(search);
  const day = said.get("day") ?? "";
  return { mode: modes.find((mode) => mode === said.get("cal")) ?? null, day: isSensible(day) ? day : null };
}

/** Writes the mode and the day into an address. Other parameters stay. */
export function writeShown(search: string, { mode, day }: { mode: Mode; day: PlainDate }): string {
  const said = new URLSearchParams(search);
  said.set("cal", mode);
  said.set("day", day);
  return `?${said.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}
