import { create } from "zustand";

/** The event with which a browser offers to install a page as an app. TypeScript does not know it. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The offer of the browser, if there is one. `app/followInstall` waits for it. */
export const useInstall = create<{ offer: InstallOffer | null }>(() => ({ offer: null }));

/** Opens the browser's dialog. An offer can be used once; the browser makes a new one later. */
export async function install(): Promise<void> {
  const { offer } = useInstall.getState();
  useInstall.setState({ offer: null });
  await offer?.prompt();
}
