import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { forgotPassword, resendResetCode, resetPassword } from "@/api/account";
import { signIn } from "@/api/auth";
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
        Remember your password? <Link to={paths.signIn(next ?? undefined)} state={{ email }}>Log in</Link>
      </Trans>
    </AuthNote>
  );
}

/** Asks for the address, then for the code that was mailed to it, then for a new password, and logs in. */
export function ForgotPasswordScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const next = useNext();
  return (
    <EmailByCode
      purpose="newPassword"
      address={invitedAddress(state)}
      lead={t`We'll email you a code that lets you choose a new password.`}
      ask={forgotPassword}
      resend={resendResetCode}
      finish={async ({ requestId, address: email, code, password }) => {
        await resetPassword({ requestId, code, password });
        return signIn({ email, password }).catch(() => "changed" as const);
      }}
      onEntered={() => navigate(next ?? "/", { replace: true })}
      onLogIn={(email) => navigate(paths.signIn(next ?? undefined), { replace: true, state: { email } })}
      Others={Others}
    />
  );
}
