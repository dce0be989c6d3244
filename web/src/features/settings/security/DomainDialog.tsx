import { t } from "@lingui/core/macro";
import { roleName } from "@/actions/roleWords";
import { problemsOf } from "@/api/formProblems";
import { setJoinDomain } from "@/api/joinDomains";
import { useForm } from "@/lib/useForm";
import { Field, Select, TextField } from "@/ui/Field";
import type { JoinDomains } from "@/wire/http.generated";
import { FormDialog } from "../profile/account/FormDialog";

interface DomainDialogProps {
  workspaceId: string;
  /** The domain of the owner's own address, if it can be added. */
  suggested: string;
  onClose: () => void;
  onAdded: (after: JoinDomains) => void;
}

/** Asks for a mail domain, and for the role of the people who join by it. */
export function DomainDialog({ workspaceId, suggested, onClose, onAdded }: DomainDialogProps) {
  const { values, problems, busy, set, submit } = useForm({
    initial: { domain: suggested, role: "member" },
    check: ({ domain }) => (domain.trim() === "" ? { domain: t`Enter a domain` } : {}),
    explain: (thrown) => problemsOf(thrown, ["domain", "role"]),
  });
  const send = () => submit(async ({ domain, role }) => onAdded(await setJoinDomain(workspaceId, { domain, role: role === "guest" ? "guest" : "member" })));
  return (
    <FormDialog
      open
      title={t`Add domain`}
      text={t`An owner of this workspace must have an address at the domain. Subdomains aren't included.`}
      submit={t`Add domain`}
      busy={busy ? t`Adding…` : null}
      failure={problems.form}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={t`Domain`}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
        placeholder="example.org"
        value={values.domain}
        error={problems.domain}
        onChange={({ target }) => set("domain", target.value)}
      />
      <Field label={t`Role`} hint={values.role === "guest" ? t`Guests see only the lists that are shared with them.` : t`Members work on all open lists and tasks.`} error={problems.role}>
        {(tied) => (
          <Select {...tied} value={values.role} onChange={({ target }) => set("role", target.value)}>
            <option value="member">{roleName({}, "member")}</option>
            <option value="guest">{roleName({}, "guest")}</option>
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
