import { create } from "zustand";
import { titlesIn } from "@/lib/pastedTitles";

/** Lines that were pasted into the title of a new task. A dialog asks whether each is to become a task. */
interface Pasted {
  titles: readonly string[];
  /** Creates the tasks. */
  write: (titles: readonly string[]) => void;
}

export const usePasted = create<{ asking: Pasted | null }>(() => ({ asking: null }));

/** Asks about a pasted text. Returns false if the text has only one title, which is pasted as usual. */
export function pasteTickets(text: string, write: Pasted["write"]): boolean {
  const titles = titlesIn(text);
  if (titles !== null) usePasted.setState({ asking: { titles, write } });
  return titles !== null;
}

export const answeredPaste = (): void => usePasted.setState({ asking: null });
