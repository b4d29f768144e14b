import { describe, expect, test } from "vitest";
import { createImageQueue, type UploadResult } from "./image-queue.ts";

interface SentUpload {
  readonly token: string;
  readonly signal: AbortSignal;
  progress(fraction: number): void;
  respond(result: UploadResult): Promise<void>;
}

/** A queue with a network that the test controls, and content with placeholders for some tokens. */
function setUp(placeholders = new Set(["a", "b", "c", "d", "e"])) {
  const uploads: SentUpload[] = [];
  const placedImages: string[] = [];
  const queue = createImageQueue({
    concurrency: 2,
    send: ({ token }, progress, signal) =>
      new Promise((resolve) => {
        uploads.push({
          token,
          signal,
          progress,
          async respond(result) {
            resolve(result);
            await new Promise<void>((done) => setImmediate(done));
          },
        });
      }),
    place({ token, alt, path }) {
      if (!placeholders.has(token)) return false;
      placedImages.push(`${alt} ${path}`);
      return true;
    },
  });
  const add = (...tokens: string[]) =>
    queue.add(tokens.map((token) => ({ token, file: new File([token], `${token}.png`) })));
  const listPhases = () => queue.getState().map(({ token, phase }) => `${token} ${phase}`);
  return { queue, uploads, placedImages, add, listPhases };
}

const createSuccess = (path: string): UploadResult => ({ ok: true, path });
const failure: UploadResult = { ok: false, message: "Unreachable.", canRetry: true };

describe("a queue of images", () => {
  test("sends a few images at a time, in order, and the next one as soon as one is done", async () => {
    const { uploads, placedImages, add, listPhases } = setUp();
    add("a", "b", "c", "d");
    expect(listPhases()).toEqual(["a uploading", "b uploading", "c waiting", "d waiting"]);
    await uploads[1]?.respond(createSuccess("B"));
    expect(uploads.map(({ token }) => token)).toEqual(["a", "b", "c"]);
    expect(placedImages).toEqual([" B"]);
    expect(listPhases()).toEqual(["a uploading", "c uploading", "d waiting"]);
  });

  test("shows progress and uses the alt text typed during the upload", async () => {
    const { queue, uploads, placedImages, add } = setUp();
    add("a");
    uploads[0]?.progress(0.5);
    expect(queue.getState()[0]?.progress).toBe(0.5);
    queue.setAlt("a", "a view");
    await uploads[0]?.respond(createSuccess("A"));
    expect(placedImages).toEqual(["a view A"]);
    expect(queue.getState()).toEqual([]);
  });

  test("stops a canceled upload and starts the next", async () => {
    const { queue, uploads, placedImages, add, listPhases } = setUp();
    add("a", "b", "c");
    queue.remove("a");
    expect(uploads[0]?.signal.aborted).toBe(true);
    expect(listPhases()).toEqual(["b uploading", "c uploading"]);
    uploads[0]?.progress(1);
    await uploads[0]?.respond(createSuccess("A"));
    expect(placedImages).toEqual([]);
    expect(listPhases()).toEqual(["b uploading", "c uploading"]);
  });

  test("shows the reason for a failed upload, which doesn't block others and can be retried", async () => {
    const { queue, uploads, placedImages, add, listPhases } = setUp();
    add("a", "b", "c");
    await uploads[0]?.respond(failure);
    expect(queue.getState()[0]).toMatchObject({ phase: "failed", problem: "Unreachable.", canRetry: true });
    expect(uploads.map(({ token }) => token)).toEqual(["a", "b", "c"]);
    await uploads[1]?.respond(createSuccess("B"));
    queue.retry("a");
    expect(listPhases()).toEqual(["a uploading", "c uploading"]);
    await uploads[3]?.respond(createSuccess("A"));
    expect(placedImages).toEqual([" B", " A"]);
  });

  test("marks an uploaded image without a placeholder as unplaced", async () => {
    const { queue, uploads, add } = setUp(new Set());
    add("a");
    await uploads[0]?.respond(createSuccess("A"));
    expect(queue.getState()[0]).toMatchObject({ phase: "unplaced", path: "A" });
  });

  test("doesn't send a file that would be rejected", () => {
    const { queue, uploads } = setUp();
    queue.add([{ token: "a", file: new File(["a"], "a"), problem: "Too large." }]);
    expect(uploads).toEqual([]);
    expect(queue.getState()[0]).toMatchObject({ phase: "failed", problem: "Too large.", canRetry: false });
  });

  test("stops all uploads when it is closed", () => {
    const { queue, uploads, add } = setUp();
    add("a", "b", "c");
    queue.close();
    expect(uploads.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });
});
