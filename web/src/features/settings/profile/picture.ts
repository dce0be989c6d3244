import { t } from "@lingui/core/macro";

/** The largest file that the node accepts, in bytes. */
const MOST = 10 * 1024 * 1024;

/** The kinds of pictures that the node draws, for the dialog that chooses a file. The node looks at the bytes. */
export const KINDS = "image/png,image/jpeg,image/webp,image/gif";

/** Why the node would refuse a file; null if only the node can tell. */
export const objectionTo = (file: { size: number }): string | null => (file.size > MOST ? t`Choose a picture of at most 10 MB` : null);

/** The address of the same picture at its large size. */
export const largeOf = (avatarUrl: string | null): string | null => avatarUrl?.replace(/\/small$/, "/large") ?? null;
