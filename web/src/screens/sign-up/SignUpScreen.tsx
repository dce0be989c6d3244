import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { signUp } from "@/api/auth";
import { inWords } from "@/api/authMessages";
import { emptyEmail, emptyPassword } from "@/api/emptyFields";
import { problemsOf } from "@/api/formProblems";
import { laterComponent, whenUsable } from "@/lib/later";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/location";
import { invitedAddress, paths, safeNext } from "@/lib/paths";
import { forgetDraft, keepDraft, keptDraft } from "@/lib/signUpDraft";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { TextField } from "@/ui/Field";
import styles from "./SignUpScreen.module.css";

const ProviderButtons = laterComponent(() => whenUsable().then(async () => (await import("@/features/hosted/ProviderButtons")).ProviderButtons), { instead: () => null });

const SignUpNote = laterComponent(() => whenUsable().then(async () => (await import("@/features/sign-up-rule/SignUpNote")).SignUpNote), { instead: () => null });

const fields = ["firstname", "lastname", "email", "password"] as const;
const SHORTEST_PASSWORD = 8;

function passwordProblem(password: string): string | undefined {
  if (password === "") return emptyPassword();
  // Characters, as the node counts them, not UTF-16 units.
  return [...password].length < SHORTEST_PASSWORD ? t`At least ${SHORTEST_PASSWORD} characters` : undefined;
}

/** A person who returns from the code page finds the form as typed; an invited one finds their address. */
function useInitial() {
  const { state, back } = useLocation();
  const [initial] = useState(() => {
    const changes = typeof state === "object" && state !== null && "change" in state;
    if (!changes && !back) forgetDraft();
    const kept = keptDraft();
    return kept.email === "" ? { ...kept, email: invitedAddress(state) } : kept;
  });
  return initial;
}

/** The form for a new account. The next screen asks for the code that is then mailed. */
export function SignUpScreen() {
  const navigate = useNavigate();
  const next = safeNext(useSearchParams()[0].get("next"));
  const { state } = useLocation();
  const { values, problems, busy, set, submit } = useForm({
    initial: { ...useInitial() },
    check: ({ email, password }) => ({
      ...(email.trim() === "" && { email: emptyEmail() }),
      ...(passwordProblem(password) !== undefined && { password: passwordProblem(password) }),
    }),
    explain: (thrown) => problemsOf(thrown, fields),
  });
  const send = () =>
    submit(async (typed) => {
      const { firstname, lastname, email, password } = typed;
      const { namedInvitation } = await import("@/api/signUpRule");
      const named = await namedInvitation(next);
      const pending = await signUp({
        email: email.trim(),
        password,
        ...(firstname.trim() !== "" && { firstname: firstname.trim() }),
        ...(lastname.trim() !== "" && { lastname: lastname.trim() }),
        ...named,
      }).catch((thrown: unknown) => {
        throw inWords(thrown, "signUp");
      });
      keepDraft(typed);
      navigate(paths.confirm(), { state: { email: email.trim(), next, ...pending } });
    });

  return (
    <AuthLayout title={t`Sign up`} lead={t`Work with your team in real time.`}>
      <Suspense><SignUpNote next={next} /></Suspense>
      <AuthForm
        failure={problems.form ?? null}
        submit={t`Create account`}
        busy={busy ? t`Creating account…` : null}
        onSubmit={send}
      >
        <div className={styles.names}>
          <TextField
            label={t`First name`}
            autoComplete="given-name"
            autoFocus
            tall
            value={values.firstname}
            error={problems.firstname}
            onChange={(event) => set("firstname", event.target.value)}
          />
          <TextField
            label={t`Last name`}
            autoComplete="family-name"
            tall
            value={values.lastname}
            error={problems.lastname}
            onChange={(event) => set("lastname", event.target.value)}
          />
        </div>
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          tall
          value={values.email}
          error={problems.email}
          onChange={(event) => set("email", event.target.value)}
        />
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="new-password"
          tall
          value={values.password}
          error={problems.password}
          hint={t`At least ${SHORTEST_PASSWORD} characters`}
          onChange={(event) => set("password", event.target.value)}
        />
      </AuthForm>
      <Suspense><ProviderButtons next={next} /></Suspense>
      <AuthNote>
        <Trans>
          We'll email you a code to confirm your address. Already have an account?{" "}
          <Link to={paths.signIn(next ?? undefined)} state={state}>Log in</Link>
        </Trans>
      </AuthNote>
    </AuthLayout>
  );
}
