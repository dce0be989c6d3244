import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { hasLooseEdits } from "@/sync/store";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/EmptyState";
import { noteReload, offeredBuild, runningBuild, wayOn, type WayOn } from "./build";

/** How often a node that is away is looked for: whoever waits here has nothing else to do. */
const pauseMs = 2000;

/**
 * A part of the app that is fetched when it is first needed did not come. After a deploy it never will, under the name
 * that this page knows: the page is loaded anew, once for each build. While the node is away that would leave nothing
 * at all on the screen, so it waits; and it waits for edits that only this tab has.
 */
export function MissingChunk() {
  const [way, setWay] = useState<WayOn | null>(null);
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const offered = await offeredBuild();
      if (over) return;
      const next = wayOn({ running: runningBuild(), offered, loose: hasLooseEdits() });
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
      title={title}
      {...(way !== "away" && {
        actions: (
          <Button variant="primary" icon={RefreshCw} onClick={() => window.location.reload()}>
            Reload
          </Button>
        ),
      })}
    >
      {text}
    </ErrorState>
  );
}

const words: Record<Exclude<WayOn, "reload">, { title: string; text: string }> = {
  away: {
    title: "This page could not be loaded",
    text: "Troupe cannot be reached. It is tried again by itself; what is open already goes on without it.",
  },
  unsaved: {
    title: "Troupe has a new version",
    text: "This browser stores nothing, and edits wait in this tab. The page is reloaded as soon as they are saved.",
  },
  newer: {
    title: "Troupe has a new version",
    text: "This page has been reloaded for it already. Reload it once more, or come back in a minute. Edits that wait are kept on this device.",
  },
  stuck: {
    title: "This page could not be loaded",
    text: "A part of it is not where it should be, also after a reload. Edits that wait are kept on this device.",
  },
};
