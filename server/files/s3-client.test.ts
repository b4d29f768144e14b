import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Opens the connection twice and prints both results. The SDK can't be loaded on the first attempt. */
const SCRIPT = `
import { registerHooks } from "node:module";
import { createS3Connection } from "#server/files/s3-client.ts";
let isBroken = true;
registerHooks({
  resolve(specifier, context, next) {
    if (isBroken && specifier === "@aws-sdk/client-s3") throw new Error("too many open files");
    return next(specifier, context);
  },
});
const connection = createS3Connection({ endpoint: "http://127.0.0.1:1", region: "auto", accessKey: "a", secretKey: "s" });
for (const broken of [true, false]) {
  isBroken = broken;
  await connection.open().then(
    ({ client }) => console.log(client.constructor.name),
    (error) => console.log(error.message),
  );
}
`;

test("S3 can be used even if an earlier attempt couldn't load its SDK", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", SCRIPT]);
  expect(stdout).toBe("too many open files\nS3Client\n");
});
