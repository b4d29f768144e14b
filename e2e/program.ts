import { createHmac } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { startProgram } from "#server/testing/program.ts";

/** Lets tests sign tokens of any age. */
export const JWT_SECRET = "only-for-tests-only-for-tests-only-for-tests";

/** A service-role key signed with the program's JWT secret; see docs/auth-protocol.md. */
export const SERVICE_KEY = createServiceKey();

function createServiceKey(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signingInput = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ role: "service_role" })}`;
  return `${signingInput}.${createHmac("sha256", JWT_SECRET).update(signingInput).digest("base64url")}`;
}

/**
 * Starts the built program with a new embedded database and the demo community. `stop` writes the program's output to
 * `logFile` and returns the lines in which it logged errors.
 */
export async function startTestProgram(
  logFile: string,
): Promise<{ readonly url: string; stop(): Promise<string[]> }> {
  const program = await startProgram({
    DEMO: "on",
    AUTH_RATE_LIMITS: "off",
    AUTH_JWT_SECRET: JWT_SECRET,
    // E2E_WORKERS=2 runs the tests against several processes on one port.
    WORKERS: process.env.E2E_WORKERS ?? "1",
  });
  return {
    url: program.url,
    async stop() {
      await program.stop();
      mkdirSync(dirname(logFile), { recursive: true });
      writeFileSync(logFile, program.readOutput());
      return program
        .readOutput()
        .split("\n")
        .filter((line) => /"level":(?:[56]0|"(?:error|fatal)")/.test(line));
    },
  };
}
