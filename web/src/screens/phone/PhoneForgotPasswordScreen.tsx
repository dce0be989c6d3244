import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { forgotPasswordByPhone, resendText, resetPasswordByPhone, signInByPhone } from "@/api/phone";
import { ByCode, type AddressInputProps, type SentProps } from "@/features/auth-forms/ByCode";
import { hostedPaths } from "@/lib/elsewhere";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/location";
import { paths, safeNext } from "@/lib/paths";
import { AuthNote } from "@/ui/AuthLayout";
import { numberIn } from "./numberIn";
import { PhoneField } from "./PhoneField";
import { TextSent } from "./TextSent";

const useNext = () => safeNext(useSearchParams()[0].get("next"));

const PhoneInput = (props: AddressInputProps) => <PhoneField autoFocus {...props} />;

const Sent = ({ address, reference }: SentProps) => <TextSent phone={address} reference={reference} />;

function Others() {
  const next = useNext();
  return (
    <AuthNote>
      <Trans>
        If your account has an email address, <Link to={paths.forgotPassword(next ?? undefined)}>reset your password by email</Link>.
      </Trans>
    </AuthNote>
  );
}

/** Asks for the number, then for the code from the text message, then for a new password, and logs in. */
export function PhoneForgotPasswordScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const next = useNext();
  return (
    <ByCode
      purpose="newPassword"
      addressField="phone"
      address={numberIn(state)}
      lead={t`We'll text you a code that lets you choose a new password.`}
      AddressInput={PhoneInput}
      Sent={Sent}
      ask={forgotPasswordByPhone}
      resend={resendText}
      finish={async ({ requestId, address: phone, code, password }) => {
        await resetPasswordByPhone({ requestId, code, password });
        return signInByPhone({ phone, password }).catch(() => "changed" as const);
      }}
      onEntered={() => navigate(next ?? "/", { replace: true })}
      onLogIn={(phone) => navigate(hostedPaths.phoneSignIn(next), { replace: true, state: { phone } })}
      Others={Others}
    />
  );
}
