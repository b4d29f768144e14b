import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An S3 server with its own folder, as a separate process. */
export interface S3Server {
  readonly folder: string;
  readonly endpoint: string;
  /**
   * Returns the environment variables for storing files in an existing bucket. `endpoint` may be a proxy's.
   */
  settings(options?: { bucket?: string; prefix?: string; endpoint?: string }): Record<string, string>;
  /** Lists the keys in a bucket. */
  listKeys(bucket?: string): Promise<string[]>;
  /** Stops responding, like an outage. */
  pause(): void;
  resume(): void;
  /** Kills it and starts it again with the same files at the same endpoint. */
  restart(): Promise<void>;
  /** Returns false if it has crashed. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** The server verifies signatures, and has only this account. */
export const S3_SETTINGS = { S3_BUCKET: "files", S3_ACCESS_KEY: "S3RVER", S3_SECRET_KEY: "S3RVER" };
const OTHER_BUCKET = "backups";
const OBJECT_SUFFIX = "._S3rver_object";

/** Lists the keys of the objects in a folder of the server. */
export async function listKeys(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith(OBJECT_SUFFIX))
    .map((name) => name.slice(0, -OBJECT_SUFFIX.length))
    .sort();
}

/** Starts a server. `givenFolder` isn't deleted afterwards. */
export async function startS3Server(givenFolder?: string): Promise<S3Server> {
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
    settings: ({ bucket = S3_SETTINGS.S3_BUCKET, prefix, endpoint = ownEndpoint } = {}) => ({
      ...S3_SETTINGS,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      ...(prefix === undefined ? {} : { S3_PREFIX: prefix }),
    }),
    listKeys: (bucket = S3_SETTINGS.S3_BUCKET) => listKeys(join(folder, bucket)),
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async restart() {
      await kill();
      ({ child, port } = await forkServer(folder, port));
    },
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
