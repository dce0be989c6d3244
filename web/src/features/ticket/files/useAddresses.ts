import { useEffect, useState } from "react";
import { fileAddresses } from "@/api/files";
import type { FileAddresses } from "@/wire/http.generated";

export type Addresses = Readonly<Record<string, FileAddresses>>;

/** The addresses of a ticket's files. They are asked for again when files change, and before they become void. */
export function useAddresses(workspaceId: string, ticketId: string, of: string): Addresses {
  const [addresses, setAddresses] = useState<Addresses>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (of === "") return undefined;
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (seconds: number) => {
      timer = setTimeout(() => setRound((it) => it + 1), seconds * 1_000);
    };
    const ask = async () => {
      try {
        const { files, seconds } = await fileAddresses(workspaceId, ticketId);
        if (over) return;
        setAddresses(Object.fromEntries(files.map((it) => [it.id, it])));
        again(seconds * 0.8);
      } catch {
        // Without the node there are no previews; the names stay.
        if (!over) again(10);
      }
    };
    void ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [workspaceId, ticketId, of, round]);
  return addresses;
}
