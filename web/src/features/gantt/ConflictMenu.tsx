import { plural, t } from "@lingui/core/macro";
import { ArrowRightToLine, MoveHorizontal, Unlink } from "lucide-react";
import { useEffect } from "react";
import type { CascadeMode } from "@/fields/schedule/cascade";
import { joinedBy } from "@/fields/schedule/ends";
import { useLast } from "@/lib/useLast";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { PointMenu } from "@/ui/PointMenu";
import { answerConflict, useConflict, type Effect } from "./conflict";

const keys: Readonly<Record<string, CascadeMode>> = { KeyP: "push", KeyK: "keepGap", KeyL: "off" };

function effectWords({ count, days }: Effect): string {
  const tasks = plural(count, { one: "# task", other: "# tasks" });
  return plural(days, { one: `${tasks}, # day`, other: `${tasks}, # days` });
}

/** Asks what the followers of a move do that runs into one of them. */
export function ConflictMenu() {
  const waiting = useConflict((state) => state.waiting);
  const shown = useLast(waiting);
  const name = useTroupe((state) => {
    if (shown === null) return "";
    const called = (id: string) => {
      const ticket = state.tickets[id];
      return (ticket && (ticketKey(state, ticket) ?? ticket.title)) ?? "";
    };
    const { fromId, toId, ends, days } = shown.conflict;
    const [from, to] = [called(fromId), called(toId)];
    if (ends === "finishToStart") return plural(days, { one: `${from} now ends # day into ${to}`, other: `${from} now ends # days into ${to}` });
    return joinedBy(ends).toEnd === "start"
      ? plural(days, { one: `${to} now starts # day too early for ${from}`, other: `${to} now starts # days too early for ${from}` })
      : plural(days, { one: `${to} now ends # day too early for ${from}`, other: `${to} now ends # days too early for ${from}` });
  });
  const open = waiting !== null;
  useEffect(() => {
    if (!open) return undefined;
    const press = (event: KeyboardEvent) => {
      const mode = keys[event.code];
      if (mode === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      answerConflict(mode);
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, [open]);
  // A chart that is left makes no move.
  useEffect(() => () => answerConflict(null), []);
  const push = shown ? effectWords(shown.conflict.push) : "";
  const keepGap = shown ? effectWords(shown.conflict.keepGap) : "";
  return (
    <PointMenu
      name={name}
      at={waiting?.at ?? null}
      items={[
        { id: "push", name: t`Push: ${push}`, icon: ArrowRightToLine, keys: "fixed:P", heading: name, onSelect: () => answerConflict("push") },
        { id: "keepGap", name: t`Keep the gap: ${keepGap}`, icon: MoveHorizontal, keys: "fixed:K", onSelect: () => answerConflict("keepGap") },
        { id: "off", name: t`Leave alone: the link is marked`, icon: Unlink, keys: "fixed:L", onSelect: () => answerConflict("off") },
      ]}
      onClose={() => answerConflict(null)}
      onReturnFocus={() => shown?.focused instanceof HTMLElement && shown.focused.focus({ preventScroll: true })}
    />
  );
}
