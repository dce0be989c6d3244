import { useCallback, useEffect, useState } from "react";
import { messageOf } from "@/api/error";
import { loadVersion, loadVersions } from "@/api/versions";
import type { DescriptionVersion, WholeDescriptionVersion } from "@/wire/http.generated";

export interface VersionHistory {
  /** Newest first; null until the first page is here. */
  versions: readonly DescriptionVersion[] | null;
  /** Why the first page is not here. */
  problem: string | null;
  /** Loads older versions; null if all are here. */
  more: (() => void) | null;
  again: () => void;
}

interface Found {
  ticketId: string;
  versions: readonly DescriptionVersion[];
  next: string | null;
}

/** The node stores a version some seconds after the description has changed. */
const looksMs = [0, 2_500, 6_000, 12_000];

/** Puts the newest page in front of what was loaded before. A version that goes on has the same id. */
export function joined(before: readonly DescriptionVersion[], newest: readonly DescriptionVersion[]): readonly DescriptionVersion[] {
  const last = newest.at(-1);
  const at = before.findIndex(({ id }) => id === last?.id);
  return at < 0 ? newest : [...newest, ...before.slice(at + 1)];
}

/** The versions of a description. They are loaded again after each change of the description. */
export function useVersions(workspaceId: string, ticketId: string, described: string): VersionHistory {
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const look = () =>
      loadVersions(workspaceId, ticketId, null, stop.signal).then(
        ({ versions, next }) => {
          setProblem(null);
          setFound((before) => {
            const kept = before?.ticketId === ticketId ? joined(before.versions, versions) : versions;
            return { ticketId, versions: kept, next: kept.length > versions.length ? (before?.next ?? null) : next };
          });
          return undefined;
        },
        (error: unknown) => stop.signal.aborted || setProblem(messageOf(error)),
      );
    const timers = looksMs.map((ms) => setTimeout(() => void look(), ms));
    return () => {
      stop.abort();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [workspaceId, ticketId, described, turn]);
  const next = found?.next ?? null;
  const more = useCallback(() => {
    if (next === null) return;
    loadVersions(workspaceId, ticketId, next).then(
      (page) => setFound((before) => (before?.next === next ? { ...before, versions: [...before.versions, ...page.versions], next: page.next } : before)),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [workspaceId, ticketId, next]);
  const again = useCallback(() => {
    setProblem(null);
    setTurn((before) => before + 1);
  }, []);
  return { versions: found?.ticketId === ticketId ? found.versions : null, problem, more: next === null ? null : more, again };
}

export interface WholeVersion {
  whole: WholeDescriptionVersion | null;
  problem: string | null;
}

/** The text of a version. `endedAt` tells two texts of a version that goes on apart. */
export function useVersion(workspaceId: string, ticketId: string, id: string | null, endedAt: string | null): WholeVersion {
  const key = `${ticketId} ${id ?? ""} ${endedAt ?? ""}`;
  const [found, setFound] = useState<{ key: string } & WholeVersion>({ key: "", whole: null, problem: null });
  useEffect(() => {
    if (id === null) return undefined;
    const stop = new AbortController();
    loadVersion(workspaceId, ticketId, id, stop.signal).then(
      (whole) => setFound({ key, whole, problem: null }),
      (error: unknown) => stop.signal.aborted || setFound({ key, whole: null, problem: messageOf(error) }),
    );
    return () => stop.abort();
  }, [workspaceId, ticketId, id, key]);
  // The text of a version that goes on stays until its new text is here.
  const isSame = found.key === key || (found.whole !== null && found.whole.version.id === id);
  return isSame ? found : { whole: null, problem: null };
}
