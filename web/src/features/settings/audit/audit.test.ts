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
  const byGroup = record("memberRoleChanged", { before: { role: "member" }, after: { role: "guest", provider: "Acme ID" } });
  expect(sentence(byGroup, names)).toBe("Role changed from Member to Guest by a group at Acme ID");
  expect(sentence(record("memberJoined", { after: { role: "0198c0de" } }), names)).toBe("Joined as Deleted role");
});

it("ad8: the sentences about domains name the domain, and the role of people who join", () => {
  const after = { domain: "team.example", role: "guest" };
  expect(sentence(record("memberJoined", { after: { ...after, state: "active" } }), names)).toBe("Joined as Guest with an address at team.example");
  expect(sentence(record("joinDomainSet", { after }), names)).toBe("Allowed people with an address at team.example to join as Guest");
  expect(sentence(record("joinDomainRemoved", { before: after }), names)).toBe("Stopped allowing people with an address at team.example to join");
});

it("the sentence of an invitation has no address for people who may not see addresses", () => {
  expect(sentence(record("invitationSent", { after: { role: "member", email: "zoe@example.org" } }), names)).toBe("Invited zoe@example.org as Member");
  expect(sentence(record("invitationSent", { after: { role: "member" } }), names)).toBe("Invited someone as Member");
});

it("oa5_oa6_oa17: the sentences distinguish keys of apps from keys of people, and say why a key ended that no person revoked", () => {
  const named = { name: "Pier Sketch", appId: "0198c0de" };
  expect(sentence(record("apiKeyCreated", { after: { name: "Script" } }), names)).toBe("Created the API key “Script”");
  expect(sentence(record("apiKeyCreated", { after: named }), names)).toBe("Gave the app “Pier Sketch” an API key");
  expect(sentence(record("apiKeyRevoked", { before: named }), names)).toBe("Revoked the API key “Pier Sketch”");
  const ended = record("apiKeyRevoked", { userId: null, before: named, after: { reason: "codeUsedTwice" } });
  expect(sentence(ended, names)).toBe("Revoked the API key “Pier Sketch” because the app's code was used twice");
  const given = record("apiKeyRevoked", { before: named, after: { reason: "givenBack" } });
  expect(sentence(given, names)).toBe("Revoked the API key “Pier Sketch” at the app's request");
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
