import type { Recurrence } from "@/wire/generated";
import { ruleWords } from "./words";

/** How a task repeats, in words. */
export function RepeatWords({ rule }: { rule: Recurrence }) {
  return <>{ruleWords(rule)}</>;
}
