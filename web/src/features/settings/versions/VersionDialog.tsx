import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { createFixVersion, updateFixVersion } from "@/actions/records";
import { stateNames, versionStates } from "@/fields/versionStates";
import { formatDateLong } from "@/lib/plainDate";
import { readDate } from "@/lib/typedDate";
import { isNameTaken } from "@/lib/useName";
import { undo } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useDiscard } from "@/ui/Discard";
import { Field, Select, TextField } from "@/ui/Field";
import { tell } from "@/ui/Toast";
import type { FixVersion, FixVersionPatch, VersionState } from "@/wire/generated";
import form from "../attributes/Attributes.module.css";

/** The longest description, in characters. The node counts bytes, up to 1,000. */
const longest = 250;

interface VersionDialogProps {
  /** The version to change; null for a new one. */
  of: FixVersion | null;
  among: readonly FixVersion[];
  onClose: () => void;
}

/** Asks for the name, the description, the days and the state of a fix version. */
export function VersionDialog({ of: version, among, onClose }: VersionDialogProps) {
  const [name, setName] = useState(version?.name ?? "");
  const [description, setDescription] = useState(version?.description ?? "");
  const [start, setStart] = useState(version?.startDate ?? "");
  const [release, setRelease] = useState(version?.releaseDate ?? "");
  const [state, setState] = useState<VersionState>(version?.state ?? "unreleased");
  const [tried, setTried] = useState(false);
  const { leave, question } = useDiscard({ name, description, start, release, state }, onClose);
  const wanted = name.trim();
  const taken = isNameTaken(wanted, among.filter(({ id }) => id !== version?.id).map((other) => other.name)) ? t`That name is taken` : null;
  const problem = taken ?? (tried && wanted === "" ? t`Enter a name` : null);
  const [startDate, releaseDate] = [dayIn(start), dayIn(release)];
  const unread = (day: string | null | undefined) => (tried && day === undefined ? t`Enter a valid date` : null);
  const reversed = startDate && releaseDate && releaseDate < startDate ? t`The release must not be before the start.` : null;
  const save = () => {
    setTried(true);
    if (wanted === "" || taken !== null || startDate === undefined || releaseDate === undefined || reversed !== null) return;
    onClose();
    const about = description.trim();
    if (version === null)
      return void createFixVersion({ name: wanted, description: about, ...(startDate && { startDate }), ...(releaseDate && { releaseDate }), ...(state !== "unreleased" && { state }) });
    const patch: FixVersionPatch = {
      ...(wanted !== version.name && { name: wanted }),
      ...(about !== version.description && { description: about }),
      ...(startDate !== version.startDate && { startDate }),
      ...(releaseDate !== version.releaseDate && { releaseDate }),
      ...(state !== version.state && { state }),
    };
    if (Object.keys(patch).length === 0) return;
    void updateFixVersion(version.id, patch).then(
      ({ ok }) => ok && tell({ text: t`Saved “${wanted}”`, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={version === null ? t`New version` : t`Edit “${version.name}”`}
      actions={
        <>
          <Button onClick={leave}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="version" variant="primary">
            {version === null ? t`Create version` : t`Save`}
          </Button>
          {question}
        </>
      }
    >
      <form
        id="version"
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={problem} onChange={({ target }) => setName(target.value)} />
        <TextField label={t`Description`} maxLength={longest} placeholder={t`What it is for`} value={description} onChange={({ target }) => setDescription(target.value)} />
        <TextField
          label={t`Start`}
          placeholder={t`None`}
          hint={startDate ? formatDateLong(startDate) : undefined}
          error={unread(startDate)}
          value={start}
          onChange={({ target }) => setStart(target.value)}
        />
        <TextField
          label={t`Release`}
          placeholder={t`None`}
          hint={releaseDate ? formatDateLong(releaseDate) : undefined}
          error={unread(releaseDate) ?? reversed}
          value={release}
          onChange={({ target }) => setRelease(target.value)}
        />
        <Field label={t`State`}>
          {(tied) => (
            <Select {...tied} value={state} onChange={({ target }) => setState(target.value as VersionState)}>
              {versionStates.map((each) => (
                <option key={each} value={each}>
                  {stateNames[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </Dialog>
  );
}

/** The day that a text means: null for none, undefined for a text that is no date. */
const dayIn = (text: string): string | null | undefined => (text.trim() === "" ? null : (readDate(text) ?? undefined));
