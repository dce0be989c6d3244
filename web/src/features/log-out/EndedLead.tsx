import { t } from "@lingui/core/macro";
import { sessionInvalid } from "@/api/authMessages";
import type { SessionEnd } from "@/api/session";
import { useCleanUp } from "./cleanUp";

/** Says above the log-in form that the session has ended, and why. */
export function EndedLead({ end }: { end: SessionEnd }) {
  const failure = useCleanUp((state) => state.failure);
  const reason = sessionInvalid(end, failure);
  return (
    <>
      {t`Your session has ended. Log in again.`}
      {reason !== null && (
        <>
          <br />
          <span role={failure === null ? "status" : "alert"}>{reason}</span>
        </>
      )}
    </>
  );
}
