import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { hasUnstoredEdits } from "@/lib/unstoredEdits";
import { say, type Message } from "@/words/i18n";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/EmptyState";
import { noteReload, offeredBuild, runningBuild, wayOn, type WayOn } from "./build";

/** How often the page tries to reach the node. The pause is short, because the person can only wait. */
const pauseMs = 2000;

/**
 * Shown if a chunk of the app did not load when it was needed. After a deploy it never will, under the name that this
 * page knows, so the page is reloaded, once for each build. While the node is away, a reload would leave an empty
 * screen, so the page waits. It also waits for edits that only this tab has.
 */
export function MissingChunk() {
  const [way, setWay] = useState<WayOn | null>(null);
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const offered = await offeredBuild();
      if (over) return;
      const next = wayOn({ running: runningBuild(), offered, unstored: hasUnstoredEdits() });
      setWay(next);
      if (next === "reload" && noteReload(runningBuild())) return window.location.reload();
      if (next === "reload") setWay("stuck");
      if (next === "away" || next === "unsaved") timer = setTimeout(() => void look(), pauseMs);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, []);
  if (way === null || way === "reload") return null;
  const { title, text } = words[way];
  return (
    <ErrorState
      title={say(title)}
      {...(way !== "away" && {
        actions: (
          <Button variant="primary" icon={RefreshCw} onClick={() => window.location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        ),
      })}
    >
      {say(text)}
    </ErrorState>
  );
}

const words: Record<Exclude<WayOn, "reload">, { title: Message; text: Message }> = {
  away: {
    title: msg`This page couldn't be loaded`,
    text: msg`Can't reach Troupe. Retrying automatically. Pages that are already open keep working.`,
  },
  unsaved: {
    title: msg`Troupe has a new version`,
    text: msg`This browser can't store edits, and some edits in this tab aren't saved yet. The page will reload once they're saved.`,
  },
  newer: {
    title: msg`Troupe has a new version`,
    text: msg`The new version hasn't loaded yet. Reload again, or come back in a minute. Unsent edits are kept on this device.`,
  },
  stuck: {
    title: msg`This page couldn't be loaded`,
    text: msg`Part of this page is missing, even after a reload. Unsent edits are kept on this device.`,
  },
};
