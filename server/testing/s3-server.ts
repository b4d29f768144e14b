import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** The server verifies signatures, and has only this account. */
export const S3_SETTINGS = { S3_BUCKET: "files", S3_ACCESS_KEY: "S3RVER", S3_SECRET_KEY: "S3RVER" };
const OTHER_BUCKET = "backups";
const OBJECT_SUFFIX = "._S3rver_object";

/** Returns the sorted keys of the objects in a bucket's folder, or below a prefix in it. */
export async function listKeys(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith(OBJECT_SUFFIX))
    .map((name) => name.slice(0, -OBJECT_SUFFIX.length))
    .sort();
}

/** Starts an S3 server as a separate process. `givenFolder` isn't deleted afterwards. */
export async function startS3Server(givenFolder?: string) {
  const folder = givenFolder ?? (await mkdtemp(join(tmpdir(), "lattice-s3-")));
  let { child, port } = await forkServer(folder, 0);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    if (!isRunning()) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  const ownEndpoint = `http://127.0.0.1:${port}`;
  return {
    folder,
    endpoint: ownEndpoint,
    /** Returns the environment variables for an existing bucket. `endpoint` may be a proxy's. */
    settings: ({
      bucket = S3_SETTINGS.S3_BUCKET,
      prefix,
      endpoint = ownEndpoint,
    }: {
      bucket?: string;
      prefix?: string;
      endpoint?: string;
    } = {}): Record<string, string> => ({
      ...S3_SETTINGS,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      ...(prefix === undefined ? {} : { S3_PREFIX: prefix }),
    }),
    listKeys: (bucket = S3_SETTINGS.S3_BUCKET) => listKeys(join(folder, bucket)),
    /** Makes the server stop responding, as in an outage. */
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    /** Kills the server and starts it again with the same files at the same endpoint. */
    async restart() {
      await kill();
      ({ child, port } = await forkServer(folder, port));
    },
    /** Returns false if the server has crashed. */
    isRunning,
    async stop() {
      await kill();
      if (givenFolder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the server process. Port 0 picks a free port. */
async function forkServer(folder: string, port: number): Promise<{ child: ChildProcess; port: number }> {
  const script = join(import.meta.dirname, "s3-server.fixture.ts");
  const child = fork(script, [folder, String(port), S3_SETTINGS.S3_BUCKET, OTHER_BUCKET], {
    // s3rver encrypts continuation tokens with DES.
    execArgv: ["--openssl-legacy-provider"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", (address: { port: number }) => resolve({ child, port: address.port }));
    child.once("exit", (code) => reject(new Error(`the S3 server ended with code ${code}`)));
  });
}
