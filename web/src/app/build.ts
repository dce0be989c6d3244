const KEY = "troupe.reloaded";
/** More deploys than one tab lives through. */
const most = 20;

/** What can be done about a part of the app that did not come. */
export type WayOn =
  | "reload"
  /** The node does not answer: a reload would leave an empty page. */
  | "away"
  /** Edits are in this tab alone. */
  | "unsaved"
  /** There is another build, and a reload for it was no help before. */
  | "newer"
  | "stuck";

interface Situation {
  running: string;
  /** The build that the node gives out now; null where it does not answer. */
  offered: string | null;
  unstored: boolean;
}

/** A reload is worth it once for each build: then two nodes of different builds cannot throw a page to and fro. */
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

/** A page of a few hundred bytes: who does not have it by then is away. Until then there is nothing on the screen. */
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
