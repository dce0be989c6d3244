import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Clock, Ids } from "@/sync/platform/ids";
import { row } from "./support/list";
import { until, type TroupeNode } from "./support/node";
import type { NewWorkspace, Person } from "./support/person";
import { setClusterStage, type ClusterStage } from "./support/stage";
import { editor, paragraphs, saved, untilDescribed, writeAfter } from "./support/text";

let stage: ClusterStage;
let ada: Person;
let ben: Person;
let cyd: Person;
let workspace: NewWorkspace;
const ids = new Ids(new Clock());
const ticketId = ids.next();

beforeAll(async () => {
  // Sockets are spread, so that people of one text are on both nodes.
  stage = await setClusterStage("connection");
  ada = await stage.person("Ada Byron");
  ben = await stage.person("Ben Nevis");
  cyd = await stage.person("Cyd Charisse");
  workspace = await ada.makeWorkspace("Texts on two nodes", "TXT");
  for (const other of [ben, cyd]) await ada.invite(other, workspace);
  await ada.send(workspace, { kind: "ticket.create", ticketId, title: "Write together", description: "First.\n\nSecond.\n\nThird." });
});
afterAll(() => stage?.close());

const everybody = () => [ada, ben, cyd];
const sockets = () => Promise.all(stage.cluster.nodes.map((node) => stage.cluster.figure(node, "troupe_sockets")));

/** Opens the task for all until HAProxy has put Ada and Ben on different nodes. Returns Ada's node. */
async function onDifferentNodes(): Promise<TroupeNode> {
  const path = `/w/${workspace.id}/all/${workspace.key}-1`;
  await ada.goto(path);
  await until("Ada is on a node", async () => (await sockets()).reduce((sum, count) => sum + count) === 1);
  const hers = stage.cluster.nodes[(await sockets()).indexOf(1)];
  if (!hers) throw new Error("Ada is on no node");
  await until("Ben is on the other one", async () => {
    await ben.goto(path);
    await row(ben.page, "Write together").waitFor();
    return (await sockets()).join() === "1,1";
  });
  await cyd.goto(path);
  return hers;
}

describe("a description that three people write on two nodes", () => {
  it("tx15_is the same for all, while they type at once, and after the node of one of them was killed", async () => {
    const hers = await onDifferentNodes();
    await writeAfter(ada.page, "First.");
    await writeAfter(ben.page, "Second.");
    await writeAfter(cyd.page, "Third.");
    const type = (words: string) => Promise.all(everybody().map(({ name, page }) => page.keyboard.type(` ${name.split(" ")[0]} ${words}.`, { delay: 15 })));
    await type("begins");
    const begun = ["First. Ada begins.", "Second. Ben begins.", "Third. Cyd begins."];
    for (const { page } of everybody()) await expect.poll(() => paragraphs(editor(page))).toEqual(begun);

    const typed = type("goes on while a node falls");
    await hers.kill();
    await typed;
    const all = begun.map((line, at) => `${line} ${["Ada", "Ben", "Cyd"][at]} goes on while a node falls.`);
    for (const { page } of everybody()) await expect.poll(() => paragraphs(editor(page))).toEqual(all);
    for (const { page } of everybody()) await saved(page);
    expect(await untilDescribed(ada, workspace, ticketId, all)).toBe(all.join("\n\n"));

    await hers.start();
    await stage.cluster.serving(2);
    await ada.page.reload();
    await writeAfter(ada.page, "First.");
    await ada.page.keyboard.type(" End.");
    for (const { page } of everybody()) await expect.poll(async () => (await paragraphs(editor(page)))[0]).toBe(`${all[0]} End.`);
    await untilDescribed(ada, workspace, ticketId, ["goes on while a node falls. End."]);
  });
});
