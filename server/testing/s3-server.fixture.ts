/** An S3 server as a process of its own: `node s3-server.fixture.ts FOLDER PORT BUCKET…`. Ends with its parent. */
import S3rver from "@20minutes/s3rver";
import signatures from "@20minutes/s3rver/lib/signature/v4.js";

// It verifies signatures, but without the slash that requests for a whole bucket end with.
const { getStringToSign } = signatures;
signatures.getStringToSign = (canonical, request) =>
  getStringToSign({ ...canonical, uri: canonical.uri.replace(/^\/[^/]+$/, "$&/") }, request);

const [directory = "", port = "0", ...buckets] = process.argv.slice(2);
const server = new S3rver({
  address: "127.0.0.1",
  port: Number(port),
  silent: true,
  directory,
  vhostBuckets: false,
  configureBuckets: buckets.map((name) => ({ name })),
});
process.once("disconnect", () => process.exit(0));
process.send?.(await server.run());
