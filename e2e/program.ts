import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startProgram } from "#server/testing/program.ts";

/** With this, tests can sign tokens of any age. */
export const JWT_SECRET = "only-for-tests-only-for-tests-only-for-tests";

/** The built program with a new embedded database and the demo community. `stop` gives what it logged as errors. */
export async function startTestProgram(
  logFile: string,
): Promise<{ readonly url: string; stop(): Promise<string[]> }> {
  const folder = mkdtempSync(join(tmpdir(), "lattice-e2e-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const program = await startProgram({
      HOME: folder,
      DATA_DIR: join(folder, "data"),
      DEMO: "on",
      AUTH_RATE_LIMITS: "off",
      AUTH_JWT_SECRET: JWT_SECRET,
    });
    return {
      url: program.url,
      async stop() {
        await program.stop();
        removeFolder();
        mkdirSync(dirname(logFile), { recursive: true });
        writeFileSync(logFile, program.output());
        return program
          .output()
          .split("\n")
          .filter((line) => /"level":(?:[56]0|"(?:error|fatal)")/.test(line));
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}
