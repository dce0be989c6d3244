/** The phone number that the previous page passed in the navigation state; empty if there is none. */
export function numberIn(state: unknown): string {
  const { phone } = (state ?? {}) as { phone?: unknown };
  return typeof phone === "string" ? phone : "";
}
