const KEY = "troupe.reloaded";
/** The most builds that are remembered: more deploys than one tab lives through. */
const most = 20;

/** What to do about a chunk of the app that did not load. */
export type WayOn =
  | "reload"
  /** The node does not answer: a reload would leave an empty page. */
  | "away"
  /** Edits are in this tab only. */
  | "unsaved"
  /** There is another build, but an earlier reload for it did not help. */
  | "newer"
  | "stuck";

interface Situation {
  running: string;
  /** The build that the node serves now; null if the node does not answer. */
  offered: string | null;
  unstored: boolean;
}

/** A page is reloaded once for each build, so that two nodes of different builds cannot make it reload for ever. */
export function wayOn({ running, offered, unstored }: Situation, reloaded: readonly string[] = reloads()): WayOn {
  if (offered === null) return "away";
  if (unstored) return "unsaved";
  if (!reloaded.includes(running)) return "reload";
  return offered === running ? "stuck" : "newer";
}

/** A build is named by its entry script, whose file name contains a hash of its content. */
const beginning = /\/assets\/base-[^"'\s>]+\.js/;

export function buildIn(html: string): string {
  return beginning.exec(html)?.[0] ?? "";
}

export function runningBuild(): string {
  return buildIn([...document.scripts].map(({ src }) => `${src}\n`).join(""));
}

/** How long to wait for the page, which has a few hundred bytes. Until then the screen is empty. */
const patienceMs = 4000;

export async function offeredBuild(): Promise<string | null> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), patienceMs);
  try {
    const answer = await fetch("/", { cache: "no-store", signal: silence.signal });
    return answer.ok ? buildIn(await answer.text()) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function reloads(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((build) => typeof build === "string") : [];
  } catch {
    return [];
  }
}

/** False if the reload cannot be recorded: without a record, reloads might repeat for ever. */
export function noteReload(build: string): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...reloads(), build].slice(-most)));
    return true;
  } catch {
    return false;
  }
}
