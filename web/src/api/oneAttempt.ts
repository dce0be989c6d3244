let pending = false;

/** The messages of a failed sign-in, which no page needs at first. */
export const authMessages = () => import("./authMessages");

/** Runs an attempt to sign in, or a step of one. Only one runs at a time, whichever method it uses. */
export async function oneAttempt<T>(work: () => Promise<T>): Promise<T> {
  if (pending) throw (await authMessages()).pendingSignIn();
  pending = true;
  try {
    return await work();
  } finally {
    pending = false;
  }
}
