import { Link, useNavigate, useSearchParams } from "react-router";
import { signUp } from "@/api/auth";
import { problemsOf } from "@/api/formProblems";
import { paths, safeNext } from "@/lib/paths";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { TextField } from "@/ui/Field";
import styles from "./SignUpScreen.module.css";

const fields = ["firstname", "lastname", "email", "password"] as const;
const SHORTEST_PASSWORD = 8;

function passwordProblem(password: string): string | undefined {
  if (password === "") return "Password cannot be empty";
  // Characters, as the node counts them, not UTF-16 units.
  return [...password].length < SHORTEST_PASSWORD ? `At least ${SHORTEST_PASSWORD} characters` : undefined;
}

/** Making an account; the code that is then mailed is asked for on the next screen. */
export function SignUpScreen() {
  const navigate = useNavigate();
  const next = safeNext(useSearchParams()[0].get("next"));
  const { values, problems, busy, set, submit } = useForm({
    initial: { firstname: "", lastname: "", email: "", password: "" },
    check: ({ email, password }) => ({
      ...(email.trim() === "" && { email: "Email cannot be empty" }),
      ...(passwordProblem(password) !== undefined && { password: passwordProblem(password) }),
    }),
    explain: (thrown) => problemsOf(thrown, fields),
  });
  const send = () =>
    submit(async ({ firstname, lastname, email, password }) => {
      await signUp({
        email: email.trim(),
        password,
        ...(firstname.trim() !== "" && { firstname: firstname.trim() }),
        ...(lastname.trim() !== "" && { lastname: lastname.trim() }),
      });
      await navigate(paths.confirm(), { state: { email: email.trim(), next } });
    });

  return (
    <AuthLayout title="Sign up" lead="Your team on the same page, at the same time.">
      <AuthForm
        failure={problems.form ?? null}
        submit="Create account"
        busy={busy ? "Creating account" : null}
        onSubmit={send}
      >
        <div className={styles.names}>
          <TextField
            label="First name"
            autoComplete="given-name"
            autoFocus
            tall
            value={values.firstname}
            error={problems.firstname}
            onChange={(event) => set("firstname", event.target.value)}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            tall
            value={values.lastname}
            error={problems.lastname}
            onChange={(event) => set("lastname", event.target.value)}
          />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          tall
          value={values.email}
          error={problems.email}
          onChange={(event) => set("email", event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          tall
          value={values.password}
          error={problems.password}
          hint="At least 8 characters. Nothing else is required."
          onChange={(event) => set("password", event.target.value)}
        />
      </AuthForm>
      <AuthNote>
        We send a code to your address to confirm it. Already have an account?{" "}
        <Link to={paths.signIn(next ?? undefined)}>Log in</Link>
      </AuthNote>
    </AuthLayout>
  );
}
