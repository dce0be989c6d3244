import type { Kind } from "./kind";

/** Only the server writes the rule, after it has checked the second factor of the owner. No command changes it. */
export const secondFactorRule: Kind<"secondFactorRule"> = { commands: {} };
