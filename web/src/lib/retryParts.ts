import { failures, fetchFailed, patienceMs } from "./later";

/** The pause before the first new try. */
const shortest = 5_000;

/**
 * Tries the parts that failed to load again from time to time, because no event says that a request would succeed now.
 * The pause grows to a minute, and a request is given up after a minute, so each part is tried again within two minutes.
 */
export function retryParts(): () => void {
  let pause = shortest;
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    const failed = failures.size > 0;
    pause = failed ? Math.min(pause * 2, patienceMs) : shortest;
    timer = setTimeout(look, pause);
    if (failed) fetchFailed();
  };
  timer = setTimeout(look, pause);
  return () => clearTimeout(timer);
}
