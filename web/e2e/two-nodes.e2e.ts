import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rename, row, write } from "./support/list";
import { until, type TroupeNode } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setClusterStage, type ClusterStage } from "./support/stage";

let stage: ClusterStage;
let ada: Person;
let ben: Person;
let workspace: NewWorkspace;

beforeAll(async () => {
  // Sockets are spread, so that two people of one workspace can be on two nodes.
  stage = await setClusterStage("connection");
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
  workspace = await ada.makeWorkspace("Two nodes", "TWO");
  await ada.invite(ben, workspace);
});
afterAll(() => stage?.close());

const sockets = () => Promise.all(stage.cluster.nodes.map((node) => stage.cluster.figure(node, "troupe_sockets")));

/** Reopens the workspace for both until HAProxy has put them on different nodes. Returns Ada's node. */
async function onDifferentNodes(): Promise<TroupeNode> {
  await ada.goto(`/w/${workspace.id}`);
  await until("Ada is on a node", async () => (await sockets()).reduce((sum, count) => sum + count) === 1);
  const hers = stage.cluster.nodes[(await sockets()).indexOf(1)];
  if (!hers) throw new Error("Ada is on no node");
  await write(ada.page, "Before the fall");
  await until("Ben is on the other one", async () => {
    await ben.goto(`/w/${workspace.id}`);
    await row(ben.page, "Before the fall").waitFor();
    return (await sockets()).join() === "1,1";
  });
  return hers;
}

describe("two people on two nodes behind HAProxy", () => {
  it("see each other's edits, and continue when the node of one of them is killed", async () => {
    const hers = await onDifferentNodes();
    await rename(ada.page, "Before the fall", "From the first node");
    await row(ben.page, "From the first node").waitFor();
    await rename(ben.page, "From the first node", "From the second node");
    await row(ada.page, "From the second node").waitFor();
    await ben.shot("two-nodes");

    await hers.kill();
    await rename(ada.page, "From the second node", "In the middle of the fall");
    await row(ben.page, "In the middle of the fall").waitFor();
    await rename(ben.page, "In the middle of the fall", "After the fall");
    await row(ada.page, "After the fall").waitFor();
    for (const { page } of [ada, ben]) expect(await page.getByRole("grid").getByRole("link").count()).toBe(1);
    const left = stage.cluster.nodes.find((node) => node !== hers);
    if (!left) throw new Error("no node is left");
    await until("both are on the node that is left", async () => (await stage.cluster.figure(left, "troupe_sockets")) === 2);

    await hers.start();
    await stage.cluster.serving(2);
    await ben.page.reload();
    await row(ben.page, "After the fall").waitFor();
  });
});
