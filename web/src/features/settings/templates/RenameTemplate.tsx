import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { updateTemplate } from "@/actions/templates";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import type { Template } from "@/wire/generated";

/** Asks for another name of a template. */
export function RenameTemplate({ of: template, onClose }: { of: Template; onClose: () => void }) {
  const [name, setName] = useState(template.name);
  const wanted = name.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Rename “${template.name}”`}
      actions={
        <>
          <Button onClick={onClose}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="template-name" variant="primary"><Trans>Rename</Trans></Button>
        </>
      }
    >
      <form
        id="template-name"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted === "") return;
          onClose();
          if (wanted !== template.name) updateTemplate(template.id, wanted, { name: wanted });
        }}
      >
        <TextField label={t`Name`} autoFocus maxLength={100} value={name} error={wanted === "" ? t`Enter a name` : null} onChange={({ target }) => setName(target.value)} />
      </form>
    </Dialog>
  );
}
