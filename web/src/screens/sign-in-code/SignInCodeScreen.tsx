import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { askForSignInCode, resendSignInCode, signInByCode } from "@/api/signInCode";
import type { OthersProps } from "@/features/auth-forms/ByCode";
import { EmailByCode } from "@/features/auth-forms/EmailByCode";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/location";
import { invitedAddress, paths, safeNext } from "@/lib/paths";
import { AuthNote } from "@/ui/AuthLayout";

const useNext = () => safeNext(useSearchParams()[0].get("next"));

function Others({ address: email }: OthersProps) {
  const next = useNext();
  return (
    <AuthNote>
      <Trans>
        Prefer your password? <Link to={paths.signIn(next ?? undefined)} state={{ email }}>Log in</Link>
      </Trans>
    </AuthNote>
  );
}

/** Asks for the address, then for the code that was mailed to it, and logs in. */
export function SignInCodeScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const next = useNext();
  return (
    <EmailByCode
      purpose="logIn"
      address={invitedAddress(state)}
      lead={t`We'll email you a code. You don't need your password.`}
      ask={askForSignInCode}
      resend={resendSignInCode}
      finish={({ requestId, code }) => signInByCode({ requestId, code })}
      onEntered={() => navigate(next ?? "/", { replace: true })}
      onLogIn={(email) => navigate(paths.signIn(next ?? undefined), { replace: true, state: { email } })}
      Others={Others}
    />
  );
}
