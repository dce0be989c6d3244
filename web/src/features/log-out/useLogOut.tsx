import { useState, type ReactNode } from "react";
import { tellFailure } from "@/actions/tellFailure";
import { later } from "@/lib/later";

const leaving = later(() => import("./leaving"));
type Leaving = Awaited<ReturnType<typeof leaving.load>>;

/**
 * Logging out deletes all data of a person on this machine, so edits that the server does not have need a confirmation.
 */
export function useLogOut(userId: string): { logOut: () => Promise<void>; question: ReactNode } {
  const [asked, setAsked] = useState<{ lost: number; part: Leaving } | null>(null);
  const logOut = async () => {
    try {
      const part = await leaving.load();
      const lost = await part.unsentEdits(userId);
      if (lost > 0) setAsked({ lost, part });
      else await part.leave(userId);
    } catch (thrown) {
      tellFailure(thrown, logOut);
    }
  };
  const question = asked && <asked.part.LogOutQuestion lost={asked.lost} onCancel={() => setAsked({ ...asked, lost: 0 })} onConfirm={() => void asked.part.leave(userId)} />;
  return { logOut, question };
}
