let pending = false;

/** Runs an attempt to sign in, or a step of one. Only one runs at a time, whichever way in it uses. */
export async function oneAttempt<T>(work: () => Promise<T>): Promise<T> {
  if (pending) throw (await import("./authMessages")).pendingSignIn();
  pending = true;
  try {
    return await work();
  } finally {
    pending = false;
  }
}
