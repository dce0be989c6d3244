import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useState } from "react";
import { may } from "@/actions/rights";
import { startSteps, stepsTaken, type StartStep } from "@/fields/start";
import { cx } from "@/lib/cx";
import { openOverlay, type Overlay } from "@/lib/overlays";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { CheckMark } from "@/ui/Checkbox";
import { IconButton } from "@/ui/IconButton";
import type { Capability } from "@/wire/generated";
import styles from "./Home.module.css";

const steps: Record<StartStep, { needs: Capability; name: () => string; about: () => string; act: () => string; opens: Overlay }> = {
  list: { needs: "createLists", name: () => t`Create a list`, about: () => t`A list holds the tasks of a project, a team or a topic.`, act: () => t`New list`, opens: { kind: "listSettings" } },
  tasks: { needs: "createTickets", name: () => t`Add tasks`, about: () => t`A title is enough. You can add the rest later.`, act: () => t`New task`, opens: { kind: "newTicket" } },
  invite: { needs: "invite", name: () => t`Invite people`, about: () => t`Everyone sees changes at once.`, act: () => t`Invite people`, opens: { kind: "invite" } },
  import: { needs: "import", name: () => t`Import tasks`, about: () => t`Import tasks from GitHub or from a CSV file.`, act: () => t`Import`, opens: { kind: "import" } },
};

const keyOf = (workspaceId: string, me: string) => `troupe.started.${workspaceId}.${me}`;

function wasDismissed(key: string): boolean {
  try {
    return localStorage.getItem(key) === "dismissed";
  } catch {
    return false;
  }
}

/** The first steps of a new workspace that the person may take. Absent once all steps but the import are taken, and after the person has dismissed them. */
export function GettingStarted() {
  const workspaceId = useTroupe((state) => state.workspace?.id ?? "");
  const me = useTroupe((state) => state.me ?? "");
  const capabilities = useTroupe((state) => state.capabilities);
  const taken = useTroupe((state) => [...stepsTaken(state)].join());
  const key = keyOf(workspaceId, me);
  const [dismissed, setDismissed] = useState(() => wasDismissed(key));
  const done = new Set(taken.split(","));
  const offered = startSteps.filter((step) => may(capabilities, steps[step].needs));
  if (dismissed || offered.every((step) => step === "import" || done.has(step))) return null;
  const dismiss = () => {
    setDismissed(true);
    try {
      localStorage.setItem(key, "dismissed");
    } catch {
      // Storage is denied: the steps show again at the next visit.
    }
  };
  return (
    <section className={styles.block} aria-label={t`Getting started`}>
      <header className={styles.head}>
        <h2><Trans>Getting started</Trans></h2>
        <span className={styles.space} />
        <IconButton icon={X} name={t`Dismiss the first steps`} size="xs" onClick={dismiss} />
      </header>
      <ul>
        {offered.map((step) => (
          <li key={step} className={cx(styles.line, styles.step)} data-done={done.has(step)}>
            <CheckMark checked={done.has(step)} />
            <span className={styles.about}>
              <b>{steps[step].name()}</b>
              <span>{done.has(step) ? t`Done` : steps[step].about()}</span>
            </span>
            {!done.has(step) && <Button size="sm" onClick={() => openOverlay(steps[step].opens)}>{steps[step].act()}</Button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
