import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { inWords, roleName } from "@/actions/roleWords";
import { deleteRole } from "@/actions/config";
import { grantable } from "@/actions/memberRights";
import { useMay } from "@/actions/useMay";
import { heldAs, rolesInOrder } from "@/sync/roles";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { tell } from "@/ui/Toast";
import type { RoleRecord } from "@/wire/generated";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import { Matrix } from "./Matrix";
import { RoleDialog } from "./RoleDialog";
import { RoleLine } from "./RoleLine";
import { holderCounts } from "./roles";
import { SaveBar } from "./SaveBar";

/** The open dialog. `from` is the role whose capabilities a new role begins with. */
type Asked = { what: "create"; from: RoleRecord | undefined } | { what: "describe" | "delete"; role: RoleRecord };

/** The roles of the workspace, and what each of them allows. */
export function Roles() {
  const records = useTroupe((state) => state.roles);
  const members = useTroupe((state) => state.members);
  const mayManage = useMay("manageRoles");
  const [asked, setAsked] = useState<Asked | null>(null);
  const roles = useMemo(() => rolesInOrder(records).map(inWords), [records]);
  const counts = useMemo(() => holderCounts(members), [members]);
  const close = () => setAsked(null);
  return (
    <section className={settings.section} aria-label={t`Roles`}>
      <Head
        title={t`Roles`}
        text={mayManage ? t`What people can do in this workspace. Built-in roles can't be changed. To adapt one, duplicate it.` : t`What people can do in this workspace.`}
        action={
          mayManage && (
            <Button variant="primary" icon={Plus} onClick={() => setAsked({ what: "create", from: roles.find(({ system }) => system === "member") })}>
              <Trans>New role</Trans>
            </Button>
          )
        }
      />
      {roles.length === 0 ? (
        <p className={settings.empty}><Trans>The roles of this workspace are being set up. This takes a few seconds.</Trans></p>
      ) : (
        <>
          <table className={settings.table} aria-label={t`Roles`}>
            <thead>
              <tr>
                <th scope="col"><Trans>Name</Trans></th>
                <th scope="col" className={settings.number}><Trans>People</Trans></th>
                <th scope="col">
                  <span className={settings.hidden}>{t`Actions`}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {roles.map((role) => (
                <RoleLine
                  key={role.id}
                  of={role}
                  count={counts.get(heldAs(role)) ?? 0}
                  onDescribe={() => setAsked({ what: "describe", role })}
                  onDuplicate={() => setAsked({ what: "create", from: role })}
                  onDelete={() => setAsked({ what: "delete", role })}
                />
              ))}
            </tbody>
          </table>
          <h3 className={settings.sub}><Trans>What each role allows</Trans></h3>
          <Matrix roles={roles} counts={counts} />
          <SaveBar roles={roles} counts={counts} />
        </>
      )}
      {asked?.what === "create" && <RoleDialog of={null} from={asked.from} roles={roles} onClose={close} />}
      {asked?.what === "describe" && <RoleDialog of={asked.role} from={undefined} roles={roles} onClose={close} />}
      {asked?.what === "delete" && <DeleteRole of={asked.role} count={counts.get(heldAs(asked.role)) ?? 0} onClose={close} />}
    </section>
  );
}

interface DeleteRoleProps {
  of: RoleRecord;
  count: number;
  onClose: () => void;
}

/** Asks which role the holders get instead. */
function DeleteRole({ of: role, count, onClose }: DeleteRoleProps) {
  const records = useTroupe((state) => state.roles);
  const capabilities = useTroupe((state) => state.capabilities);
  const others = grantable(capabilities, role.id).filter((other) => other !== role.id);
  const people = plural(count, { one: "# person has this role.", other: "# people have this role." });
  return (
    <DeleteIntoDialog
      title={t`Delete the role “${role.name}”?`}
      text={count === 0 ? t`No one has this role. Pending invitations to it end.` : t`${people} They get the role that you choose. Pending invitations to this role end.`}
      confirm={t`Delete role`}
      ask={t`Their new role`}
      empty={count === 0}
      targets={others.map((other) => ({ id: other, name: roleName(records, other) }))}
      // A role that no member holds still names a replacement, for members who get it at this moment.
      first={others.find((other) => other === "member") ?? others[0] ?? "member"}
      onCancel={onClose}
      onDelete={(target) => {
        onClose();
        void deleteRole(role.id, target).then(({ ok }) => ok && tell({ text: t`Deleted the role “${role.name}”`, icon: Trash2 }));
      }}
    />
  );
}
