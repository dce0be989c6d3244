import { describe, expect, it } from "vitest";
import { pastedFiles } from "./useIncomingFiles";

const carried = (names: readonly string[], text = "") => ({ files: names.map((name) => new File(["x"], name)), getData: () => text });
const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

describe("a paste", () => {
  it("qc7: holds its files, also if the clipboard names them", () => {
    expect(namesOf(pastedFiles(carried(["image.png"])))).toEqual(["image.png"]);
    expect(namesOf(pastedFiles(carried(["a.txt", "b.txt"], "a.txt\n/home/ana/b.txt\n")))).toEqual(["a.txt", "b.txt"]);
  });

  it("qc7: holds no files if there is a text of which a program has drawn a picture", () => {
    expect(pastedFiles(carried(["image.png"], "Sum\t4"))).toEqual([]);
    expect(pastedFiles(carried([], "Mend the nets"))).toEqual([]);
    expect(pastedFiles(null)).toEqual([]);
  });
});
