import { beforeEach, expect, it } from "vitest";
import { measureFor, setMeasure, toggleFields, useMeasure } from "./panelMeasure";

const measured = () => {
  const { width, full } = useMeasure.getState();
  return [width, full];
};

beforeEach(() => localStorage.clear());

it("each person has a width of the panel on a machine, and a choice between the panel and a full page", () => {
  measureFor("ana");
  expect(measured()).toEqual([730, false]);
  setMeasure({ width: 900 });
  measureFor("ben");
  expect(measured()).toEqual([730, false]);
  setMeasure({ width: 500, full: true });
  measureFor("ana");
  expect(measured()).toEqual([900, false]);
  measureFor("ben");
  expect(measured()).toEqual([500, true]);
});

it("a width that an earlier build has kept for the machine holds until the person chooses another one", () => {
  localStorage.setItem("troupe.panel", JSON.stringify({ width: 640 }));
  measureFor("cem");
  expect(measured()).toEqual([640, false]);
  setMeasure({ width: 700 });
  measureFor("dora");
  expect(measured()).toEqual([640, false]);
  measureFor("cem");
  expect(measured()).toEqual([700, false]);
});

it("the column of fields is shown until a person hides it, and then stays hidden for that person", () => {
  measureFor("eva");
  toggleFields();
  measureFor("finn");
  expect(useMeasure.getState().fields).toBe(true);
  measureFor("eva");
  expect(useMeasure.getState().fields).toBe(false);
  toggleFields();
  expect(useMeasure.getState().fields).toBe(true);
});
