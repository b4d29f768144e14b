import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { type FaultyProxy, startFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { startHttpServer } from "#server/testing/http-server.ts";
import { type S3Server, startS3Server } from "#server/testing/s3-server.ts";
import { explainFailure } from "./explain-failure.ts";
import { runFilesCommand, USAGE } from "./files.ts";

let site: AppFixture;
let s3: S3Server;
let proxy: FaultyProxy;
let settings: Record<string, string>;
beforeAll(async () => {
  s3 = await startS3Server();
  proxy = await startFaultyProxy(s3.endpoint);
  settings = s3.settings({ endpoint: proxy.endpoint });
  site = await createAppFixture();
});
afterAll(async () => {
  await site.end();
  await proxy.close();
  await s3.stop();
});

test("the command reports what it did, and its exit code says whether all files were moved", async () => {
  const member = await site.register();
  for (let index = 0; index < 2; index += 1) await site.uploadImage(member);
  const run = async (args: readonly string[], changes: Record<string, string> = {}) => {
    const environment = { DATABASE_URL: site.database.url, DATA_DIR: site.dataDir, ...settings, ...changes };
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const code = await runFilesCommand(args, { environment, print }).then(
      (isComplete) => (isComplete ? 0 : 1),
      (error: unknown) => {
        lines.push(String(explainFailure(error, USAGE)));
        return 1;
      },
    );
    return { code, output: lines.join("\n") };
  };
  expect(await run(["status"])).toEqual({ code: 0, output: "The site has 2 files on the disk." });
  expect(await run(["move"])).toMatchObject({ code: 1, output: expect.stringContaining("Usage:") });
  expect(await run(["move", "--to", "tape"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("Usage:"),
  });
  expect(await run(["move", "--to", "s3"], { S3_SECRET_KEY: "wrong" })).toEqual({
    code: 1,
    output: `${proxy.endpoint} refused the signature. Check S3_SECRET_KEY and S3_REGION.`,
  });
  expect(await run(["move", "--to", "s3"], { S3_ACCESS_KEY: "unknown" })).toEqual({
    code: 1,
    output: `${proxy.endpoint} doesn't recognize the access key. Check S3_ACCESS_KEY.`,
  });
  expect(await run(["move", "--to", "s3"], { S3_BUCKET: "missing" })).toEqual({
    code: 1,
    output: `There is no bucket missing at ${proxy.endpoint}. Create it, or correct S3_BUCKET.`,
  });
  expect(await run(["move", "--to", "s3"], { S3_ENDPOINT: "http://127.0.0.1:1" })).toMatchObject({
    code: 1,
    output: expect.stringContaining("The request to S3 at http://127.0.0.1:1 failed: ECONNREFUSED"),
  });
  proxy.setFault(() => ({ kind: "status", status: 503 }));
  expect(await run(["move", "--to", "s3"])).toEqual({
    code: 1,
    output: `The request to S3 at ${proxy.endpoint} failed: HTTP 503`,
  });
  proxy.setFault(() => undefined);
  const website = await startHttpServer(
    (_request, response) => void response.end("<!doctype html><p>Welcome"),
  );
  expect(await run(["move", "--to", "s3"], { S3_ENDPOINT: website.origin })).toEqual({
    code: 1,
    output: `The response from ${website.origin} isn't in S3's format. Check S3_ENDPOINT.`,
  });
  await website.close();
  expect((await run(["status"])).output).toContain("on the disk");

  const [file = ""] = await site.listFiles();
  proxy.setFault(({ method, url }) =>
    method === "PUT" && url.includes(file) ? { kind: "status", status: 403 } : undefined,
  );
  const partialMove = await run(["move", "--to", "s3"]);
  expect(partialMove.code).toBe(1);
  expect(partialMove.output).toContain(`1 file couldn't be moved:\n  ${file}: `);
  expect((await run(["status"])).output).toContain("Some may still be on the disk");
  proxy.setFault(() => undefined);
  const { code, output } = await run(["move", "--to", "s3"]);
  expect([code, output.split("\n")[1]]).toEqual([
    0,
    expect.stringMatching(
      /^The site's files are now on S3\. In an hour, you can delete the old copies: .*DATA_DIR=\S+ npm run files -- delete-copies$/,
    ),
  ]);
  expect(await run(["delete-copies"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("Uploads that began before the move may still be running."),
  });
  expect((await run(["status"])).output).toContain("Old copies are still on the disk.");
});
