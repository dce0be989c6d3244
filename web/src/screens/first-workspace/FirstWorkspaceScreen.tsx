import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { problemsOf } from "@/api/formProblems";
import { loadMe, useSession } from "@/api/session";
import { createWorkspace } from "@/api/workspaces";
import { MyInvitations, useMyInvitations } from "@/features/invite/MyInvitations";
import { useLogOut } from "@/features/log-out/useLogOut";
import { LeftBehind } from "@/features/notices/LeftBehind";
import { Link, useNavigate } from "@/lib/location";
import { displayName, isKey, suggestKey } from "@/lib/names";
import { paths } from "@/lib/paths";
import { slugOf } from "@/lib/slug";
import { useForm } from "@/lib/useForm";
import { AuthForm, AuthLayout, AuthNote } from "@/ui/AuthLayout";
import { TextField } from "@/ui/Field";
import styles from "./FirstWorkspaceScreen.module.css";

const fields = ["name", "key"] as const;

/** The form for a new workspace: the first after sign-up, or a further one. */
export function FirstWorkspaceScreen() {
  const navigate = useNavigate();
  const session = useSession();
  const [ownKey, setOwnKey] = useState(false);
  const [invitations, answered] = useMyInvitations();
  const isInvited = invitations.length > 0;
  const first = session.status === "signedIn" && session.workspaces.length === 0;
  const { values, problems, busy, set, submit } = useForm({
    initial: { name: "", key: "" },
    check: ({ name, key }) => ({
      ...(name.trim() === "" && { name: t`Enter a name` }),
      ...(key !== "" && !isKey(key) && { key: t`Use 2 to 6 letters or digits, starting with a letter. MY is reserved.` }),
    }),
    explain: (thrown) => problemsOf(thrown, fields),
  });
  const send = () =>
    submit(async ({ name, key }) => {
      const workspace = await createWorkspace({ name: name.trim(), ...(key !== "" && { key }) });
      const { workspaces } = await loadMe();
      navigate(paths.workspace(slugOf(workspace, workspaces)), { replace: true });
    });
  const rename = (name: string) => {
    set("name", name);
    if (!ownKey) set("key", suggestKey(name));
  };

  const shownKey = values.key === "" ? t`KEY` : values.key;
  return (
    <AuthLayout
      banner={<LeftBehind />}
      title={first ? (isInvited ? t`You're invited` : t`Your workspace`) : t`New workspace`}
      lead={
        session.status === "signedIn" && first && isInvited
          ? t`Welcome, ${displayName(session.user)}. Join your team, or create a workspace of your own.`
          : session.status === "signedIn" && first
          ? t`Welcome, ${displayName(session.user)}. What's your team or project called?`
          : t`A separate space for another team or project, with its own members and tasks.`
      }
    >
      {session.status === "signedIn" &&
        session.waiting?.map(({ id, name, key }) => (
          <p key={id} className={styles.waiting}>
            <Trans>
              {name} requires two-factor authentication. <Link to={paths.workspace(key)}>Set it up</Link>
            </Trans>
          </p>
        ))}
      {isInvited && (
        <>
          <MyInvitations invitations={invitations} onAnswered={answered} />
          <h2 className={styles.or}>
            <Trans>Or create a workspace</Trans>
          </h2>
        </>
      )}
      <AuthForm
        failure={problems.form ?? null}
        submit={t`Create workspace`}
        busy={busy ? t`Creating workspace` : null}
        onSubmit={send}
      >
        <TextField
          label={t`Name`}
          autoFocus
          tall
          maxLength={100}
          value={values.name}
          error={problems.name}
          onChange={(event) => rename(event.target.value)}
        />
        <TextField
          label={t`Key`}
          tall
          maxLength={6}
          autoCapitalize="characters"
          spellCheck={false}
          className={styles.key}
          value={values.key}
          error={problems.key}
          hint={t`Tasks are numbered ${shownKey}-1, ${shownKey}-2, and so on.`}
          onChange={(event) => {
            setOwnKey(event.target.value !== "");
            set("key", event.target.value.toUpperCase());
          }}
        />
      </AuthForm>
      <AuthNote>
        <Trans>Your workspace starts with the lists Backlog and General. You can import GitHub issues or a CSV file later.</Trans>
      </AuthNote>
      <AuthNote>
        {session.status === "signedIn" && first ? <LogOut userId={session.user.id} /> : <Link to="/"><Trans>Back</Trans></Link>}
      </AuthNote>
    </AuthLayout>
  );
}

function LogOut({ userId }: { userId: string }) {
  const { logOut, question } = useLogOut(userId);
  return (
    <>
      <button type="button" className={styles.link} onClick={() => void logOut()}>
        <Trans>Log out</Trans>
      </button>
      {question}
    </>
  );
}
