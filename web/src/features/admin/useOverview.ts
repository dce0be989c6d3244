import { useEffect, useState } from "react";
import { loadOverview } from "@/api/admin";
import type { Overview } from "@/wire/http.generated";
import { ApiError, messageOf } from "@/api/error";
import { sampleOf, withSample, type Sample } from "./series";

const everyMs = 2_000;

interface Watched {
  overview: Overview | null;
  samples: readonly Sample[];
  /** Why the last question was not answered; what was known before stays. */
  problem: string | null;
  /** This page is not for this person. */
  forbidden: boolean;
}

/** Asks the instance how it is, again and again while the page is in sight. */
export function useOverview(): Watched {
  const [watched, setWatched] = useState<Watched>({ overview: null, samples: [], problem: null, forbidden: false });
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      if (!document.hidden) {
        try {
          const overview = await loadOverview(end.signal);
          setWatched(({ overview: before, samples }) => ({
            overview,
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
  }, []);
  return watched;
}
