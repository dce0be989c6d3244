export interface Keyed {
  id: string;
  key: string;
}

/** The workspace's part of the address: its key, or its id if the key is unknown or shared with another workspace. */
export function slugOf(workspace: Pick<Keyed, "id">, all: readonly Keyed[]): string {
  const key = all.find(({ id }) => id === workspace.id)?.key;
  const shared = all.filter((other) => other.key === key).length > 1;
  return key === undefined || shared ? workspace.id : key;
}
