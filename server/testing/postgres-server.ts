import { spawn } from "node:child_process";
import { join } from "node:path";

export interface TestServer {
  /** Connection string of its superuser. */
  readonly url: string;
  /** Resolves once it has ended and its data is gone. */
  stop(): Promise<void>;
}

/** An embedded PostgreSQL with a new data folder. It ends with this process, even when that is killed. */
export async function startTestServer(): Promise<TestServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "postgres.fixture.ts")], {
    // In a group of its own: a signal to ours must not end it before it has removed its data.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { url: string }).url));
    void ended.then(() => reject(new Error(`The database for the tests did not start:\n${output}`)));
  });
  return {
    url,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
