import { paths } from "@/lib/paths";
import { sprintsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";

/** The address of the active sprint; of the page of all sprints if none or several are active. */
export function activeSprintPath(slug: string): string {
  const active = sprintsInOrder(useTroupe.getState()).filter(({ state }) => state === "active");
  const [only] = active;
  return only && active.length === 1 ? paths.record(slug, "sprint", only.id) : paths.settings(slug, "sprints");
}
