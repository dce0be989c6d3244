import { rm } from "node:fs/promises";
import { dataFolder, startedNode } from "./node";

let folder: string | undefined;

/** Makes one migrated database before all tests. Each node copies it, which is faster than making its own. */
export async function setup(): Promise<void> {
  folder = await dataFolder();
  const node = await startedNode(folder);
  await node.stop();
  process.env.TROUPE_E2E_TEMPLATE = folder;
}

export async function teardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
