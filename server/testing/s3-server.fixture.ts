/** An S3 server in a separate process: `node s3-server.fixture.ts FOLDER PORT BUCKET…`. Exits with its parent. */
import S3rver from "@20minutes/s3rver";
import signatures from "@20minutes/s3rver/lib/signature/v4.js";

// The package verifies signatures, but omits the trailing slash of requests for a bucket.
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
