const WORKSPACE = "troupe.workspace";
const list = (workspaceId: string) => `troupe.list.${workspaceId}`;

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage, the next visit begins at the first workspace.
  }
}

/** The workspace that was last open on this machine. */
export const lastWorkspace = () => read(WORKSPACE);
export const rememberWorkspace = (workspaceId: string) => write(WORKSPACE, workspaceId);

/** The list that was last open in a workspace. */
export const lastList = (workspaceId: string) => read(list(workspaceId));
export const rememberList = (workspaceId: string, listId: string) => write(list(workspaceId), listId);

/** The page at which the person has chosen to start in this browser, see `lib/startPage`. */
export const chosenStart = () => read("troupe.start");
