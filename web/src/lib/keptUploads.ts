/** The key of the list in the storage of the browser. */
export const uploadsKey = "troupe.uploads";

/** The uploads that this browser has stored, because a reload may interrupt them; null if there are none. */
export function storedUploads(): unknown {
  try {
    return JSON.parse(localStorage.getItem(uploadsKey) ?? "null");
  } catch {
    return null;
  }
}

export function storeUploads(uploads: readonly object[]): void {
  try {
    localStorage.setItem(uploadsKey, JSON.stringify(uploads));
  } catch {
    // Storage is denied: an upload then does not outlive the page.
  }
}

/** Deletes the names of the files that a person was uploading. The node deletes the unfinished uploads a day later. */
export const forgetUploads = (): void => storeUploads([]);
