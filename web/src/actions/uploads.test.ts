import { beforeEach, describe, expect, it, vi } from "vitest";
import { beginUpload, type cancelUpload, type completeUpload, readUpload, sendPart } from "@/api/files";
import { unreachable } from "@/api/error";
import { storedUploads, storeUploads } from "@/lib/keptUploads";
import { useTroupe } from "@/sync/store";
import { attach, useUploads } from "./uploads";

vi.mock("@/api/files", () => ({
  beginUpload: vi.fn<typeof beginUpload>(async (_, { ticketId, name, size }) => ({ fileId: "f1", ticketId, name, size, partSize: 1_000, parts: [] })),
  sendPart: vi.fn<typeof sendPart>(async () => undefined),
  completeUpload: vi.fn<typeof completeUpload>(async () => undefined),
  cancelUpload: vi.fn<typeof cancelUpload>(async () => undefined),
  readUpload: vi.fn<typeof readUpload>(),
}));

const shot = new File(["pixels"], "image.png", { type: "image/png" });
const begun = vi.mocked(beginUpload);

describe("files for a new task", () => {
  beforeEach(() => {
    begun.mockClear();
  });

  it("qc7: wait until the node has made the task, and are sent then", async () => {
    let answer: (isMade: boolean) => void = () => {};
    const made = new Promise<boolean>((resolve) => (answer = resolve));
    const ended = vi.fn<(uploadId: string, fileId: string | null) => void>();
    const [id] = attach("acme", "t1", [shot], { made, ended });
    expect(useUploads.getState().uploads).toMatchObject([{ id, ticketId: "t1", state: "sending", fileId: null }]);
    expect(begun).not.toHaveBeenCalled();
    answer(true);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(id, "f1"));
    expect(begun).toHaveBeenCalledWith("acme", { ticketId: "t1", name: "image.png", size: 6 });
    expect(useUploads.getState().uploads).toEqual([]);
  });

  it("qc7: are dropped if the node refuses the task", async () => {
    const ended = vi.fn<(uploadId: string, fileId: string | null) => void>();
    const [id] = attach("acme", "t1", [shot], { made: Promise.resolve(false), ended });
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(id, null));
    expect(begun).not.toHaveBeenCalled();
    expect(useUploads.getState().uploads).toEqual([]);
  });

  it("qc7: keep the page from being left while they wait", () => {
    const left = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(left()).toBe(true);
    attach("acme", "t1", [shot], { made: new Promise(() => {}) });
    expect(left()).toBe(false);
  });
});

describe("an upload that the network cuts", () => {
  const log = new File(["Tar and paint. ".repeat(200)], "log.txt");
  const parts = vi.mocked(sendPart);
  const uploadOf = (name: string) => useUploads.getState().uploads.find((it) => it.name === name);

  beforeEach(() => {
    parts.mockReset();
    vi.mocked(readUpload).mockReset();
    useUploads.setState({ uploads: [] });
    useTroupe.setState({ connection: "live" });
  });

  it("fs2: waits without further tries while there is no network, and goes on alone with the missing parts when it is back", async () => {
    parts.mockImplementation(async (_, _file, part) => {
      if (part !== 1 || useTroupe.getState().connection === "live") return;
      throw unreachable();
    });
    vi.mocked(readUpload).mockResolvedValue({ fileId: "f1", ticketId: "t1", name: log.name, size: log.size, partSize: 1_000, parts: [0] });
    useTroupe.setState({ connection: "offline" });
    attach("acme", "t1", [log]);
    await vi.waitFor(() => expect(uploadOf("log.txt")).toMatchObject({ state: "cut", fileId: "f1" }));
    expect(parts.mock.calls.map(([, , part]) => part)).toEqual([0, 1]);
    parts.mockClear();
    useTroupe.setState({ connection: "connecting" });
    expect(uploadOf("log.txt")).toMatchObject({ state: "cut" });
    useTroupe.setState({ connection: "live" });
    await vi.waitFor(() => expect(uploadOf("log.txt")).toBeUndefined());
    expect(parts.mock.calls.map(([, , part]) => part)).toEqual([1, 2]);
  });

  it("fs2: leaves the uploads of another tab in the list that outlives a reload", async () => {
    storeUploads([{ workspaceId: "acme", ticketId: "t2", name: "tide.txt", size: 9, fileId: "f9" }]);
    parts.mockReturnValue(new Promise(() => {}));
    attach("acme", "t1", [log]);
    await vi.waitFor(() => expect(storedUploads()).toMatchObject([{ fileId: "f9" }, { fileId: "f1" }]));
  });

  it("fs2: is no longer shown as cut once another tab has sent it", () => {
    const lost = { workspaceId: "acme", ticketId: "t2", name: "tide.txt", size: 9, fileId: "f9" };
    useUploads.setState({ uploads: [{ ...lost, id: "f9", sent: 0, state: "lost", reason: null }] });
    storeUploads([]);
    window.dispatchEvent(new StorageEvent("storage", { key: "troupe.uploads" }));
    expect(useUploads.getState().uploads).toEqual([]);
  });
});
