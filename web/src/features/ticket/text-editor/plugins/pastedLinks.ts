import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { addressIn } from "@/actions/addresses";
import { loadPageTitle } from "@/api/pageTitle";
import { ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { Ticket } from "@/wire/generated";
import { insertAddress, titlePlaces } from "./pastedTitles";

/** The ticket of this workspace that an address of this app opens. */
export function ticketAt(address: string, origin: string): Ticket | null {
  const { tickets, workspace } = useTroupe.getState();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.origin !== origin || !workspace) return null;
  const [, root, slug, ...rest] = url.pathname.split("/");
  if (root !== "w" || (slug !== workspace.key && slug !== workspace.id)) return null;
  return ticketByKey({ tickets, workspace }, decodeURIComponent(rest.at(-1) ?? ""));
}

/** The words of the only link in copied HTML: browsers put the title of a page there when its address is copied. */
export function titleOf(html: string, address: string): string | null {
  if (html === "") return null;
  const links = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("a[href]")];
  const words = links.length === 1 ? (links[0]?.textContent?.trim() ?? "") : "";
  return words === "" || words === address ? null : words;
}

/**
 * The title of a page: from a link of a task with this address, or else from the node, which reads the page. The node does
 * not read its own pages, so addresses of this app have no title.
 */
async function titleOfPage(address: string): Promise<string> {
  const { urlLinks, workspace } = useTroupe.getState();
  // A title that a person gave stays with its link: the readers of this text may not see that task.
  const known = Object.values(urlLinks).find((link) => link.url === address && link.pageTitle !== "");
  if (known) return known.pageTitle;
  if (!workspace || new URL(address).origin === location.origin) return "";
  return loadPageTitle(workspace.id, address);
}

/** A pasted address becomes a chip if it opens a task, and otherwise a link with the title of its page, once that is known. */
export const PastedLinks = Extension.create({
  name: "pastedLinks",
  priority: 1_000,
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          handlePaste: (view, event) => {
            const address = addressIn(event.clipboardData?.getData("text/plain") ?? "");
            if (address === null || view.state.selection.$from.parent.type.spec.code) return false;
            const ticket = ticketAt(address, location.origin);
            if (ticket) {
              const label = ticketKey(useTroupe.getState(), ticket);
              return editor.commands.insertContent([{ type: "taskReference", attrs: { id: ticket.id, label } }, { type: "text", text: " " }]);
            }
            // With selected words, the address becomes their link.
            if (!view.state.selection.empty) return false;
            const copied = titleOf(event.clipboardData?.getData("text/html") ?? "", address);
            insertAddress(editor, address, copied === null ? titleOfPage : () => Promise.resolve(copied));
            return true;
          },
        },
      }),
      titlePlaces(),
    ];
  },
});
