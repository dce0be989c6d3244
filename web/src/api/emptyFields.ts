import { t } from "@lingui/core/macro";

/** The messages for empty fields, word for word from the specification. In a file of their own, because the log-in page needs them at once. */
export const emptyEmail = () => t`Email cannot be empty`;
export const emptyPassword = () => t`Password cannot be empty`;
