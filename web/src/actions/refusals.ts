import { t } from "@lingui/core/macro";
import { ticketKey } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Refusal } from "@/wire/generated";

/** The reason of a refusal, in words for a person. A loop is shown as the path of its tickets' keys. */
export function explain({ tickets, workspace }: Pick<View, "tickets" | "workspace">, { code, message, path }: Refusal): string {
  if (code !== "cycle" || !path || path.length === 0) return message;
  const keys = path.map((id) => {
    const ticket = tickets[id];
    return (ticket && ticketKey({ workspace }, ticket)) ?? t`a task`;
  });
  const loop = keys.join(" → ");
  return t`This would create a loop: ${loop}`;
}
