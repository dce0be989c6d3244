import { useCallback, useEffect, useState } from "react";
import { loadJobs, loadOverview } from "@/api/admin";
import type { JobsOverview, Overview } from "@/wire/http.generated";
import { ApiError, messageOf } from "@/api/error";
import { sampleOf, withSample, type Sample } from "./series";

const everyMs = 2_000;

interface Watched {
  overview: Overview | null;
  /** Null before the first answer, and while a node of an older version answers. */
  jobs: JobsOverview | null;
  samples: readonly Sample[];
  /** Why the last request failed; earlier figures stay. */
  problem: string | null;
  /** True if this person may not see the page. */
  forbidden: boolean;
  /** Fetches the figures at once. */
  refresh: () => void;
}

/** Nodes of older versions have no jobs. */
const jobsIfKnown = (signal: AbortSignal) =>
  loadJobs(signal).catch((thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.status === 404) return null;
    throw thrown;
  });

/** Fetches the figures of the instance again and again while the page is visible. */
export function useOverview(): Watched {
  const [watched, setWatched] = useState<Omit<Watched, "refresh">>({ overview: null, jobs: null, samples: [], problem: null, forbidden: false });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      if (!document.hidden) {
        try {
          const [overview, jobs] = await Promise.all([loadOverview(end.signal), jobsIfKnown(end.signal)]);
          setWatched(({ overview: before, samples }) => ({
            overview,
            jobs,
            samples: withSample(samples, sampleOf(overview, before)),
            problem: null,
            forbidden: false,
          }));
        } catch (thrown) {
          if (end.signal.aborted) return;
          const forbidden = thrown instanceof ApiError && thrown.status === 403;
          setWatched((before) => ({ ...before, forbidden, problem: messageOf(thrown) }));
          if (forbidden) return;
        }
      }
      timer = setTimeout(() => void ask(), everyMs);
    };
    void ask();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [asked]);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);
  return { ...watched, refresh };
}
