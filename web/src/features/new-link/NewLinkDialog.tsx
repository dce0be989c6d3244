import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ListPlus, SquareCheck } from "lucide-react";
import { useState, type FormEvent } from "react";
import { nameOf, pasteAddress, ticketForAddress, typedAddress } from "@/actions/addresses";
import { pathOfPlace } from "@/actions/keptPlaces";
import { targetIds, useTarget } from "@/actions/target";
import { useNavigate } from "@/lib/location";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useDiscard } from "@/ui/Discard";
import { Field, TextField } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { Picker, type PickerOption } from "@/ui/Picker";
import { tell } from "@/ui/Toast";
import { findHomes, firstHomes, type Home } from "./homes";
import styles from "./NewLinkDialog.module.css";

interface NewLinkDialogProps {
  slug: string;
  /** The list that is shown. */
  listId: string | null;
}

/** The dialog for a new link to a web address, which opens from any page. */
export function NewLinkDialog(props: NewLinkDialogProps) {
  const open = useOverlay(({ overlay }) => overlay?.kind === "newLink");
  return open ? <NewLink {...props} /> : null;
}

const asOption = ({ id, kind, name }: Home): PickerOption => ({ id: `${kind}:${id}`, name, picture: <Icon of={kind === "list" ? ListPlus : SquareCheck} /> });

function NewLink({ slug, listId }: NewLinkDialogProps) {
  const navigate = useNavigate();
  // The dialog keeps the task that was open, selected or focused when the dialog opened.
  const [first] = useState(() => {
    const [ticketId = null, ...others] = targetIds(useTarget.getState());
    return firstHomes(useTroupe.getState(), { ticketId: others.length > 0 ? null : ticketId, listId });
  });
  const [home, setHome] = useState<Home | undefined>(first[0]);
  const [found, setFound] = useState<readonly Home[]>([]);
  const [url, setUrl] = useState("");
  const [title, setTitle] = useState("");
  const { leave, question } = useDiscard({ url, title }, closeOverlay);
  const [problem, setProblem] = useState<"address" | "home" | null>(null);
  const [find] = useState(() => async (typed: string) => {
    const homes = findHomes(useTroupe.getState(), typed);
    setFound(homes);
    return homes.map(asOption);
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const address = typedAddress(url);
    if (address === null) return setProblem("address");
    if (!home) return setProblem("home");
    closeOverlay();
    if (home.kind === "ticket") return pasteAddress(home.id, address, title);
    const ticketId = ticketForAddress(home.id, address, title);
    const open = () => navigate(pathOfPlace(useTroupe.getState(), slug, { kind: "ticket", id: ticketId }));
    tell({ text: t`Created “${nameOf({ title: title.trim(), pageTitle: "", url: address })}”`, action: { name: t`Open`, onClick: open } });
  };
  return (
    <Dialog
      open
      title={t`New link`}
      text={t`A link belongs to a task, which shows the title and the icon of the page.`}
      onOpenChange={(next) => !next && leave()}
      actions={
        <>
          <Button onClick={leave}><Trans>Cancel</Trans></Button>
          <Button type="submit" form="new-link" variant="primary"><Trans>Add link</Trans></Button>
          {question}
        </>
      }
    >
      <form id="new-link" className={styles.form} noValidate onSubmit={save}>
        <TextField
          label={t`Web address`}
          error={problem === "address" ? t`Use a web address that starts with http:// or https://.` : null}
          inputMode="url"
          autoComplete="off"
          data-autofocus
          value={url}
          onChange={({ target }) => {
            setUrl(target.value);
            setProblem(null);
          }}
        />
        <TextField label={t`Title`} hint={t`Without a title, the title of the page is shown.`} maxLength={500} value={title} onChange={({ target }) => setTitle(target.value)} />
        <Field label={t`Add to`} error={problem === "home" ? t`Choose a task or a list.` : null}>
          {(tied) => (
            <Picker
              name={t`Add to`}
              options={first.map(asOption)}
              selected={home ? [`${home.kind}:${home.id}`] : []}
              find={find}
              onPick={(id) => {
                setHome([...first, ...found].find((one) => `${one.kind}:${one.id}` === id));
                setProblem(null);
              }}
              trigger={
                <Button {...tied} aria-label={home && t`Add to: ${home.name}`} className={styles.home}>
                  <bdi>{home?.name ?? t`Choose a task or a list`}</bdi>
                </Button>
              }
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
