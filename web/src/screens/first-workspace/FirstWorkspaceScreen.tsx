import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { problemsOf } from "@/api/formProblems";
import { loadMe, useSession } from "@/api/session";
import { createWorkspace } from "@/api/workspaces";
import { useLogOut } from "@/features/log-out/useLogOut";
import { LeftBehind } from "@/features/notices/LeftBehind";
import { displayName, isKey, suggestKey } from "@/lib/names";
import { paths } from "@/lib/paths";
import { slugOf } from "@/lib/slug";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { TextField } from "@/ui/Field";
import styles from "./FirstWorkspaceScreen.module.css";

const fields = ["name", "key"] as const;

/** Naming a workspace: the first after sign-up, or a further one. */
export function FirstWorkspaceScreen() {
  const navigate = useNavigate();
  const session = useSession();
  const [ownKey, setOwnKey] = useState(false);
  const first = session.status === "signedIn" && session.workspaces.length === 0;
  const { values, problems, busy, set, submit } = useForm({
    initial: { name: "", key: "" },
    check: ({ name, key }) => ({
      ...(name.trim() === "" && { name: "Name cannot be empty" }),
      ...(key !== "" && !isKey(key) && { key: "Two to six letters or digits, a letter first, and not MY" }),
    }),
    explain: (thrown) => problemsOf(thrown, fields),
  });
  const send = () =>
    submit(async ({ name, key }) => {
      const workspace = await createWorkspace({ name: name.trim(), ...(key !== "" && { key }) });
      const { workspaces } = await loadMe();
      await navigate(paths.workspace(slugOf(workspace, workspaces)), { replace: true });
    });
  const rename = (name: string) => {
    set("name", name);
    if (!ownKey) set("key", suggestKey(name));
  };

  return (
    <AuthLayout
      banner={<LeftBehind />}
      title={first ? "Your workspace" : "New workspace"}
      lead={
        session.status === "signedIn" && first
          ? `Welcome, ${displayName(session.user)}. What is your team or project called?`
          : "Another team, another project: people and tasks of their own."
      }
    >
      <AuthForm
        failure={problems.form ?? null}
        submit="Create workspace"
        busy={busy ? "Creating workspace" : null}
        onSubmit={send}
      >
        <TextField
          label="Name"
          autoFocus
          tall
          maxLength={100}
          value={values.name}
          error={problems.name}
          onChange={(event) => rename(event.target.value)}
        />
        <TextField
          label="Key"
          tall
          maxLength={6}
          autoCapitalize="characters"
          spellCheck={false}
          className={styles.key}
          value={values.key}
          error={problems.key}
          hint={`Tasks are called ${values.key === "" ? "KEY" : values.key}-1, ${values.key === "" ? "KEY" : values.key}-2 and so on.`}
          onChange={(event) => {
            setOwnKey(event.target.value !== "");
            set("key", event.target.value.toUpperCase());
          }}
        />
      </AuthForm>
      <AuthNote>
        It begins with the lists Backlog and General. Issues from GitHub or rows of a CSV file can be imported inside.
      </AuthNote>
      <AuthNote>
        {session.status === "signedIn" && first ? <LogOut userId={session.user.id} /> : <Link to="/">Back</Link>}
      </AuthNote>
    </AuthLayout>
  );
}

function LogOut({ userId }: { userId: string }) {
  const { logOut, question } = useLogOut(userId);
  return (
    <>
      <button type="button" className={styles.link} onClick={() => void logOut()}>
        Log out
      </button>
      {question}
    </>
  );
}
