import { authMessages } from "@/api/authMessages";
import { leaveFor } from "@/lib/elsewhere";
import { tell } from "@/ui/Toast";

/** How long the page of the provider may take to load. */
const PATIENCE_MS = 3_000;

/** Ends the session at the provider where the person had logged in. The person is logged out of Troupe already. */
export function leaveProvider(url: string): void {
  leaveFor(url);
  // If the provider's page loads in time, this page is gone and the timer never fires.
  setTimeout(() => tell({ text: authMessages.sign_out_timeout() }), PATIENCE_MS);
}
