import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { registerApp } from "@/api/apps";
import { problemsOf } from "@/api/formProblems";
import { useForm } from "@/lib/useForm";
import { Checkbox } from "@/ui/Checkbox";
import { TextField } from "@/ui/Field";
import type { Capability } from "@/wire/generated";
import type { RegisteredApp } from "@/wire/http.generated";
import { say } from "@/words/i18n";
import keys from "../api-keys/ApiKeys.module.css";
import { FormDialog } from "../profile/account/FormDialog";
import { capabilityGroups, capabilityNames } from "../roles/capabilityNames";
import { includedBy } from "../roles/roles";
import styles from "./Apps.module.css";
import { redirectsIn } from "./redirects";

interface NewAppDialogProps {
  workspaceId: string;
  onClose: () => void;
  onRegistered: (app: RegisteredApp) => void;
}

/** Asks for the name of a new app, its redirect URLs, and the permissions that it may ask for. */
export function NewAppDialog({ workspaceId, onClose, onRegistered }: NewAppDialogProps) {
  const [access, setAccess] = useState<ReadonlySet<Capability>>(new Set());
  const [deviceCodes, setDeviceCodes] = useState(false);
  const deviceId = useId();
  const { values, problems, busy, set, submit } = useForm({
    initial: { name: "", redirects: "" },
    check: ({ name, redirects }) => ({
      ...(name.trim() === "" && { name: t`Enter a name` }),
      ...(redirectsIn(redirects).length === 0 && !deviceCodes && { redirects: t`Enter a redirect URL` }),
    }),
    explain: (thrown) => problemsOf(thrown, ["name", "redirects"]),
  });
  const chooseDeviceCodes = (chosen: boolean) => {
    setDeviceCodes(chosen);
    // The choice decides whether the app needs a redirect URL, so a problem with it goes.
    set("redirects", values.redirects);
  };
  const page = `${window.location.host}/device`;
  const send = () =>
    submit(async ({ name, redirects }) => {
      onRegistered(await registerApp(workspaceId, { name: name.trim(), redirects: redirectsIn(redirects), capabilities: [...access], ...(deviceCodes && { deviceCodes }) }));
    });
  return (
    <FormDialog
      open
      title={t`New app`}
      text={t`An app has no access until a person in this workspace allows it.`}
      submit={t`Add app`}
      busy={busy ? t`Adding…` : null}
      failure={problems.form}
      values={[values, deviceCodes, [...access]]}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextField label={t`Name`} autoFocus autoComplete="off" maxLength={100} value={values.name} error={problems.name} onChange={({ target }) => set("name", target.value)} />
      <TextField
        label={t`Redirect URLs`}
        autoComplete="off"
        spellCheck={false}
        placeholder="https://app.example/callback"
        hint={t`Separate URLs with spaces. Use https, or http://127.0.0.1 for a program on the user's computer.`}
        value={values.redirects}
        error={problems.redirects}
        onChange={({ target }) => set("redirects", target.value)}
      />
      <div className={styles.codes}>
        <span className={keys.one}>
          <Checkbox id={deviceId} aria-describedby={`${deviceId}-hint`} checked={deviceCodes} onChange={chooseDeviceCodes} />
          <label htmlFor={deviceId}><Trans>Allow device codes</Trans></label>
        </span>
        <p id={`${deviceId}-hint`}>
          <Trans>For programs without a browser, such as command-line tools. The program shows a code, and people enter it at {page}.</Trans>
        </p>
      </div>
      <fieldset className={keys.choices}>
        <legend><Trans>Permissions the app can ask for, in addition to reading</Trans></legend>
        <div className={keys.fine}>
          {capabilityGroups.map(({ id, name, capabilities }) => (
            <div key={id} role="group" aria-label={say(name)}>
              <p aria-hidden>{say(name)}</p>
              {capabilities
                .filter((each) => each !== "read")
                .map((each) => (
                  <One key={each} of={each} value={access} onChange={setAccess} />
                ))}
            </div>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}

interface OneProps {
  of: Capability;
  value: ReadonlySet<Capability>;
  onChange: (value: ReadonlySet<Capability>) => void;
}

function One({ of: capability, value, onChange }: OneProps) {
  const id = useId();
  const above = includedBy(capability, value);
  const set = (on: boolean) => {
    const next = new Set(value);
    if (on) next.add(capability);
    else next.delete(capability);
    onChange(next);
  };
  return (
    <span className={keys.one}>
      <Checkbox id={id} checked={value.has(capability) || above !== undefined} disabled={above !== undefined} onChange={set} />
      <label htmlFor={id}>{say(capabilityNames[capability])}</label>
    </span>
  );
}
