import { t } from "@lingui/core/macro";

/** The largest file that the page opens, in bytes. The node gets a small part of it. */
const MOST = 50 * 1024 * 1024;

/** The kinds of pictures that the node draws, for the dialog that chooses a file. The browser looks at the bytes. */
export const KINDS = "image/png,image/jpeg,image/webp,image/gif";

/** Why a file is not opened; null if it can be tried. */
export const objectionTo = (file: { size: number }): string | null => (file.size > MOST ? t`Choose a picture of at most 50 MB` : null);

/** The address of the same picture at its large size. */
export const largeOf = (avatarUrl: string | null): string | null => avatarUrl?.replace(/\/small$/, "/large") ?? null;
