import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IMAGES_PER_CLIENT, MEMBER_MAX_BYTES } from "#core/storage/limits.ts";
import { createStorageFixture, createTestImage, type StorageFixture } from "./testing.ts";

let fixture: StorageFixture;
let image: Buffer;
beforeAll(async () => {
  fixture = await createStorageFixture({ AUTH_RATE_LIMITS: "on", TRUST_PROXY: "1" });
  image = await createTestImage(20, 20).png().toBuffer();
});
afterAll(() => fixture.end());

type Member = Awaited<ReturnType<StorageFixture["createMember"]>>;
let imageCount = 0;

function uploadFrom(ipAddress: string, { id, token }: Member): Promise<Response> {
  imageCount += 1;
  return fixture.call("POST", `/object/post-images/${id}/image-${imageCount}.png`, {
    token,
    headers: { "content-type": "image/png", "x-forwarded-for": ipAddress },
    body: new Uint8Array(image),
  });
}

test.each(IMAGES_PER_CLIENT)(
  "all members at one IP address share a limit of $points images in $durationSeconds seconds",
  async ({ points, durationSeconds }) => {
    const [first, second] = [await fixture.createMember(), await fixture.createMember()];
    const ipAddress = `198.51.100.${durationSeconds % 250}`;
    expect((await uploadFrom(ipAddress, first)).status).toBe(200);
    const { rowCount } = await fixture.database.pool.query(
      "update auth.rate_limits set points = $1 where key = $2",
      [
        points,
        `storage-pictures-client-${durationSeconds}:${createHash("sha256").update(ipAddress).digest("base64url")}`,
      ],
    );
    expect(rowCount).toBe(1);
    const refusal = await uploadFrom(ipAddress, second);
    expect([refusal.status, await refusal.json()]).toMatchObject([429, { code: "SlowDown" }]);
    expect((await uploadFrom("192.0.2.1", second)).status).toBe(200);
  },
);

test("a member's files may take up at most 500 MB in total", async () => {
  const member = await fixture.createMember();
  expect((await uploadFrom("192.0.2.2", member)).status).toBe(200);
  await fixture.database.pool.query("update storage.objects set size = $1 where owner_id = $2", [
    MEMBER_MAX_BYTES,
    member.id,
  ]);
  const refusal = await uploadFrom("192.0.2.2", member);
  expect([refusal.status, await refusal.json()]).toMatchObject([
    400,
    { statusCode: "413", message: expect.stringContaining("500 MB") },
  ]);
  expect((await uploadFrom("192.0.2.2", await fixture.createMember())).status).toBe(200);
});

test.each([
  ["the session was ended", "delete from auth.sessions where user_id = $1"],
  [
    "the account was suspended",
    "update auth.users set banned_until = now() + interval '100 years' where id = $1",
  ],
])("an image isn't stored if %s during the upload", async (_what, statement) => {
  const { id, token } = await fixture.createMember();
  const fileCount = (await fixture.listFiles()).complete.length;
  let resumeUpload: () => void = () => undefined;
  const uploadResumed = new Promise<void>((resolve) => {
    resumeUpload = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(image.subarray(0, 20));
      await uploadResumed;
      controller.enqueue(image.subarray(20));
      controller.close();
    },
  });
  const request: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "image/png" },
    body,
    duplex: "half",
  };
  const pendingUpload = fetch(`${fixture.url}/object/post-images/${id}/slow.png`, request);
  // Waits until the token has been checked and the server has begun to write the file.
  while ((await fixture.listFiles()).partial.length === 0) await sleep(10);
  await fixture.database.pool.query(statement, [id]);
  resumeUpload();
  const response = await pendingUpload;
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { statusCode: "403", code: "AccessDenied" },
  ]);
  expect((await fixture.call("GET", `/object/public/post-images/${id}/slow.png`)).status).not.toBe(200);
  expect((await fixture.listFiles()).complete).toHaveLength(fileCount);
});
