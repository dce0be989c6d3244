import { t } from "@lingui/core/macro";

/** The label of the button that sets the status in a row: "Status of KEY-1: Done". `field` is what the workspace calls the status. */
export const statusOf = (field: string, called: string, status: string): string => t`${field} of ${called}: ${status}`;
