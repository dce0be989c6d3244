import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Archive, ArchiveRestore, Ellipsis, Milestone, PackageCheck, PackageOpen, PenLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { deleteFixVersion, updateFixVersion } from "@/actions/records";
import { useMay } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { Link } from "@/lib/location";
import { paths } from "@/lib/paths";
import { formatDate } from "@/lib/plainDate";
import { fixVersionsInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { noStatistics, versionStatistics } from "@/sync/totals";
import { Button } from "@/ui/Button";
import { DeleteIntoDialog } from "@/ui/DeleteIntoDialog";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Menu, type MenuItem } from "@/ui/Menu";
import { tell } from "@/ui/Toast";
import { WaitingIcon } from "@/ui/WaitingIcon";
import type { FixVersion } from "@/wire/generated";
import attributes from "../attributes/Attributes.module.css";
import { Head } from "../Head";
import settings from "../Settings.module.css";
import styles from "../types/Types.module.css";
import { stateNames } from "@/fields/versionStates";
import { VersionDialog } from "./VersionDialog";

/** The open dialog. */
type Asked = { what: "create" } | { what: "edit" | "delete"; version: FixVersion };

/** The fix versions of the workspace, by the day of the release. */
export function Versions() {
  const fixVersions = useTroupe((state) => state.fixVersions);
  const mayManage = useMay("manageLabels");
  const [asked, setAsked] = useState<Asked | null>(null);
  const inOrder = fixVersionsInOrder({ fixVersions });
  const close = () => setAsked(null);
  return (
    <section className={settings.section} aria-label={t`Fix versions`}>
      <Head
        title={t`Fix versions`}
        text={t`The releases that your tasks are planned for or fixed in.`}
        action={
          mayManage && (
            <Button variant="primary" icon={Plus} onClick={() => setAsked({ what: "create" })}>
              <Trans>New version</Trans>
            </Button>
          )
        }
      />
      {inOrder.length > 0 && (
        <table className={settings.table} aria-label={t`Fix versions`}>
          <thead>
            <tr>
              <th scope="col"><Trans>Name</Trans></th>
              <th scope="col" className={styles.release}><Trans>Release</Trans></th>
              <th scope="col" className={styles.done}><Trans>Done</Trans></th>
              <th scope="col">
                <span className={settings.hidden}>{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {inOrder.map((version) => (
              <Line
                key={version.id}
                of={version}
                onEdit={() => setAsked({ what: "edit", version })}
                onDelete={() => setAsked({ what: "delete", version })}
              />
            ))}
          </tbody>
        </table>
      )}
      {inOrder.length === 0 && <p className={settings.empty}><Trans>No versions yet. Create one to add the field “Fix versions” to tasks.</Trans></p>}
      {asked?.what === "create" && <VersionDialog of={null} among={inOrder} onClose={close} />}
      {asked?.what === "edit" && <VersionDialog of={asked.version} among={inOrder} onClose={close} />}
      {asked?.what === "delete" && <DeleteVersion of={asked.version} others={inOrder.filter(({ id }) => id !== asked.version.id)} onClose={close} />}
    </section>
  );
}

interface LineProps {
  of: FixVersion;
  onEdit: () => void;
  onDelete: () => void;
}

function Line({ of: { id, name, description, releaseDate, state }, onEdit, onDelete }: LineProps) {
  const { workspace: slug = "" } = useParams();
  const { completed, canceled, all } = useTroupe((view) => versionStatistics(view).get(id)) ?? noStatistics;
  const pending = useTroupe((view) => view.pending[id]);
  const offline = useTroupe((view) => view.connection !== "live");
  const mayManage = useMay("manageLabels");
  const to = (next: FixVersion["state"]) => () => void updateFixVersion(id, { state: next });
  const items: MenuItem[] = [
    { id: "edit", name: t`Edit`, icon: PenLine, onSelect: onEdit },
    ...(state === "unreleased" ? [{ id: "release", name: t`Mark as released`, icon: PackageCheck, onSelect: to("released") }] : []),
    ...(state === "released" ? [{ id: "reopen", name: t`Mark as unreleased`, icon: PackageOpen, onSelect: to("unreleased") }] : []),
    state === "archived"
      ? { id: "restore", name: t`Unarchive`, icon: ArchiveRestore, onSelect: to("unreleased") }
      : { id: "archive", name: t`Archive`, icon: Archive, onSelect: to("archived") },
    { id: "delete", name: t`Delete version`, icon: Trash2, danger: true, apart: true, onSelect: onDelete },
  ];
  return (
    <tr data-version={id}>
      <td className={attributes.about}>
        <span className={settings.person}>
          <Icon of={Milestone} className={attributes.icon} />
          <Link className={styles.open} to={paths.record(slug, "version", id)} dir="auto" title={name}>
            {name}
          </Link>
          <span className={cx(settings.quiet, styles.state)}>{stateNames[state]}</span>
          {pending && <WaitingIcon since={pending.since} offline={offline} />}
        </span>
        {description !== "" && <p className={attributes.description} dir="auto">{description}</p>}
      </td>
      <td className={styles.release}>{releaseDate !== null && formatDate(releaseDate)}</td>
      <td className={styles.done}>{all > 0 && <span className={settings.quiet}>{t`${completed + canceled} of ${all}`}</span>}</td>
      <td className={settings.more}>
        {mayManage && (
          <Menu name={t`Actions for ${name}`} align="end" items={items}>
            <IconButton icon={Ellipsis} name={t`Actions for ${name}`} />
          </Menu>
        )}
      </td>
    </tr>
  );
}

interface DeleteVersionProps {
  of: FixVersion;
  others: readonly FixVersion[];
  onClose: () => void;
}

/** Asks which version the tasks get instead, if any. */
function DeleteVersion({ of: { id, name }, others, onClose }: DeleteVersionProps) {
  const count = useTroupe((state) => versionStatistics(state).get(id)?.all ?? 0);
  const tasks = plural(count, { one: "# task has this version.", other: "# tasks have this version." });
  const none = { id: "", name: t`No other version` };
  return (
    <DeleteIntoDialog
      title={t`Delete the version “${name}”?`}
      text={count === 0 ? t`No task that you see has this version.` : others.length === 0 ? t`${tasks} It will be removed from them.` : t`${tasks} Choose a replacement.`}
      confirm={t`Delete version`}
      ask={t`Replace with`}
      empty={count === 0 || others.length === 0}
      targets={[none, ...others.map((other) => ({ id: other.id, name: other.name }))]}
      first={none.id}
      onCancel={onClose}
      onDelete={(target) => {
        onClose();
        void deleteFixVersion(id, target || null);
        tell({ text: t`Deleted “${name}”`, icon: Trash2, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
      }}
    />
  );
}
