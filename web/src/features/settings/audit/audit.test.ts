import { expect, it } from "vitest";
import type { AuditKind } from "@/wire/generated";
import type { AuditRecord } from "@/wire/http.generated";
import { filterOf, unfiltered } from "./Filters";
import { kinds } from "./kinds";
import { changes, sentence, type Names } from "./sentences";

const names: Names = { person: (id) => ({ ben: "Ben Kaduk" })[id] ?? "Someone", roles: {} };
const record = (kind: AuditKind, over: Partial<AuditRecord> = {}): AuditRecord => ({
  id: "r",
  at: "2030-05-01T12:00:00Z",
  kind,
  userId: "olga",
  subjectId: "ben",
  before: null,
  after: null,
  address: null,
  device: null,
  ...over,
});

it("the sentence of a changed role names the person and both roles, also if the role is gone", () => {
  const change = record("memberRoleChanged", { before: { role: "member" }, after: { role: "0198c0de", roleName: "Triage" } });
  expect(sentence(change, names)).toBe("Changed the role of Ben Kaduk from Member to Triage");
  expect(sentence(record("memberJoined", { after: { role: "0198c0de" } }), names)).toBe("Joined as Deleted role");
});

it("the sentence of an invitation has no address for people who may not see addresses", () => {
  expect(sentence(record("invitationSent", { after: { role: "member", email: "zoe@example.org" } }), names)).toBe("Invited zoe@example.org as Member");
  expect(sentence(record("invitationSent", { after: { role: "member" } }), names)).toBe("Invited someone as Member");
});

it("every kind has a sentence of its own", () => {
  const told = kinds.map((kind) => sentence(record(kind, { before: { name: "A" }, after: { name: "B" } }), names));
  expect(new Set(told).size).toBe(kinds.length);
  expect(told.filter((each) => kinds.some((kind) => each === kind))).toEqual([]);
});

it("a changed role names its fields before and after, other records name none", () => {
  const role = record("roleChanged", { before: { capabilities: ["read"] }, after: { capabilities: [] } });
  expect(changes(role)).toEqual([{ field: "Capabilities", from: "See open lists and their tasks", to: "nothing" }]);
  expect(changes(record("memberRoleChanged", { before: { role: "a" }, after: { role: "b" } }))).toEqual([]);
});

it("the last day is filtered whole, and a text that is no day filters nothing", () => {
  const { from, to } = filterOf({ ...unfiltered, from: "2030-05-01", to: "2030-05-01" });
  expect(new Date(to ?? "").getTime() - new Date(from ?? "").getTime()).toBe(86_400_000);
  expect(filterOf({ ...unfiltered, from: "2030-13-99" })).toEqual({});
});
