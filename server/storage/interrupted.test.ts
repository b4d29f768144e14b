import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectConsistency } from "./consistency.fixture.ts";
import { createStorageFixture, createTestImage, type StorageFixture } from "./testing.ts";

/** Tests what interruptions leave behind on the disk. For S3, see server/files. */

let fixture: StorageFixture;
let bucket: string;
beforeAll(async () => {
  fixture = await createStorageFixture();
});
afterAll(() => fixture.end());
beforeEach(async () => {
  bucket = await fixture.createBucket();
});

const files = () => fixture.admin.from(bucket);

describe("interruptions:", () => {
  /** Sends the beginning of an upload, waits until the server has stored some of it, and disconnects. */
  async function startAndDisconnect(headers: string, beginning: string): Promise<void> {
    const { hostname, port, pathname } = new URL(fixture.url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.write(
      `POST ${pathname}/object/${bucket}/broken HTTP/1.1\r\nHost: lattice.test\r\n` +
        `Authorization: Bearer ${fixture.serviceToken}\r\n${headers}\r\n\r\n${beginning}`,
    );
    await expect.poll(async () => (await fixture.listFiles()).partial.length).toBe(1);
    socket.destroy();
  }

  test.each([
    ["with a length", "Content-Length: 1000000", "a".repeat(70_000)],
    ["in chunks", "Transfer-Encoding: chunked", `11170\r\n${"a".repeat(70_000)}\r\n`],
    [
      "as a form",
      "Content-Type: multipart/form-data; boundary=xx\r\nContent-Length: 1000000",
      `--xx\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n${"a".repeat(70_000)}`,
    ],
  ])(
    "an interrupted upload %s is never visible and leaves nothing behind",
    async (_kind, headers, beginning) => {
      await startAndDisconnect(headers, beginning);
      await expect.poll(async () => (await fixture.listFiles()).partial).toEqual([]);
      expect((await files().exists("broken")).data).toBe(false);
      await expectConsistency(fixture);
    },
  );

  test("a truncated form is refused and leaves nothing behind", async () => {
    const response = await fixture.call("POST", `/object/${bucket}/broken`, {
      token: fixture.serviceToken,
      headers: { "content-type": "multipart/form-data; boundary=xx" },
      body: `--xx\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nhello\r\n--x`,
    });
    expect(await response.json()).toMatchObject({ statusCode: "400", code: "InvalidRequest" });
    expect((await files().exists("broken")).data).toBe(false);
    await expectConsistency(fixture);
  });

  test("a client that disconnects during a download doesn't affect the server", async () => {
    await files().upload("long", new Uint8Array(2_500_000));
    const controller = new AbortController();
    const response = await fetch(`${fixture.url}/object/${bucket}/long`, {
      headers: { authorization: `Bearer ${fixture.serviceToken}` },
      signal: controller.signal,
    });
    await response.body?.getReader().read();
    controller.abort();
    expect((await (await files().download("long")).data?.arrayBuffer())?.byteLength).toBe(2_500_000);
  });
});

describe("repair", () => {
  test("removes what a crash left behind, reports lost files and leaves other files alone", async () => {
    await files().upload("intact", "text");
    await files().upload("lost", "text");
    await fixture.admin
      .from("post-images")
      .upload("x/wide.png", await createTestImage(900, 9).png().toBuffer());
    const { folder, complete } = await fixture.listFiles();
    const siteFolder = join(folder, (await readFolderName()) ?? "");
    const { rows } = await fixture.database.pool.query(
      "select file from storage.objects where name = 'lost'",
    );
    const lostFile = String(rows[0]?.file);
    await rm(join(siteFolder, "whole", lostFile.slice(0, 2), lostFile));

    const orphan = crypto.randomUUID();
    const partialFile = crypto.randomUUID();
    await mkdir(join(siteFolder, "whole", orphan.slice(0, 2)), { recursive: true });
    await writeFile(join(siteFolder, "whole", orphan.slice(0, 2), orphan), "no row names me");
    await writeFile(join(siteFolder, "half", partialFile), "never finished");

    // Recent files may belong to uploads in progress.
    expect(await fixture.app.storage.repairStorage()).toMatchObject({
      deletedFileCount: 0,
      deletedPartialCount: 0,
    });
    const oldTime = new Date(Date.now() - 2 * 3600_000);
    await utimes(join(siteFolder, "whole", orphan.slice(0, 2), orphan), oldTime, oldTime);
    await utimes(join(siteFolder, "half", partialFile), oldTime, oldTime);
    expect(await fixture.app.storage.repairStorage()).toEqual({
      deletedFileCount: 1,
      deletedPartialCount: 1,
      missing: [{ bucketId: bucket, name: "lost" }],
      missingCount: 1,
    });
    const after = await fixture.listFiles();
    expect(after.partial).toEqual([]);
    expect(after.complete.sort()).toEqual(complete.filter((file) => file !== lostFile).sort());
    expect(await (await files().download("intact")).data?.text()).toBe("text");
    expect((await files().download("lost")).error).toMatchObject({ status: 400 });

    await files().remove(["lost"]);
    expect(await fixture.app.storage.repairStorage()).toMatchObject({ missingCount: 0, deletedFileCount: 0 });
    await expectConsistency(fixture);
  });

  test("doesn't touch another database's files", async () => {
    const { folder } = await fixture.listFiles();
    const otherFolder = join(folder, crypto.randomUUID(), "whole", "aa");
    await mkdir(otherFolder, { recursive: true });
    const file = join(otherFolder, `aa${crypto.randomUUID().slice(2)}`);
    await writeFile(file, "theirs");
    await utimes(file, new Date(0), new Date(0));
    expect(await fixture.app.storage.repairStorage()).toMatchObject({ deletedFileCount: 0 });
    await rm(join(otherFolder, "..", ".."), { recursive: true });
  });

  async function readFolderName(): Promise<string | undefined> {
    const { rows } = await fixture.database.pool.query(
      "select value from storage.settings where name = 'folder'",
    );
    return rows[0]?.value;
  }
});
