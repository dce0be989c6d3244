import { beforeEach, describe, expect, it, vi } from "vitest";
import { beginUpload, type cancelUpload, type completeUpload, type readUpload, type sendPart } from "@/api/files";
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
