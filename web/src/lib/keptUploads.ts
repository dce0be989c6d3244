const STORED = "troupe.uploads";

/** The uploads that this browser has stored, because a reload may interrupt them; null if there are none. */
export function storedUploads(): unknown {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "null");
  } catch {
    return null;
  }
}

export function storeUploads(uploads: readonly object[]): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(uploads));
  } catch {
    // Storage is denied: an upload then does not outlive the page.
  }
}

/** Deletes the names of the files that a person was uploading. The node deletes the unfinished uploads a day later. */
export const forgetUploads = (): void => storeUploads([]);
