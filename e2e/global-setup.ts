import { join } from "node:path";
import { copyTemplate, startTestServer, type TestServer } from "#server/testing/postgres-server.ts";
import { type Program, startProgram } from "#server/testing/program.ts";
import { findBrowser } from "../scripts/find-browser.ts";
import { startTestProgram } from "./program.ts";

export interface TestEnvironment {
  /** The shared program. */
  readonly url: string;
  /** Server for the databases of instances that a test starts itself. */
  readonly postgres: TestServer;
  /** How to start the browser. */
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const LOG_PATH = join(import.meta.dirname, "..", "test-results", "program.log");

/**
 * Finds the browser, and starts a database server and the program. An environment variable describes all three to the
 * tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Playwright shuts down gracefully on SIGINT, but exits immediately on other signals.
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => process.kill(process.pid, "SIGINT"));
  const cleanups: (() => Promise<void> | void)[] = [];
  const cleanUp = async () => {
    for (const step of cleanups.reverse()) await step();
  };
  try {
    const { executablePath, args, env, dispose } = await findBrowser(process.env);
    cleanups.push(dispose);
    const { url, template, stop } = await startTestServer();
    cleanups.push(stop);
    const program = await startTestProgram(LOG_PATH);
    const environment: TestEnvironment = {
      url: program.url,
      postgres: { url, template },
      executablePath,
      args,
      env,
    };
    process.env.LATTICE_E2E = JSON.stringify(environment);
    return async () => {
      const errors = await program.stop();
      await cleanUp();
      if (errors.length > 0) throw new Error(`The program logged errors:\n${errors.join("\n")}`);
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** The program, database server and browser of this run. */
export function readTestEnvironment(): TestEnvironment {
  return JSON.parse(process.env.LATTICE_E2E ?? "{}") as TestEnvironment;
}

/** Creates a database for a test's own instance and returns its connection string. */
export const createDatabase = async (): Promise<string> =>
  (await copyTemplate(readTestEnvironment().postgres)).url;

/** Starts an instance, with its own database unless `settings` names one. The test must stop the instance. */
export async function startOwnProgram(
  settings: Record<string, string>,
): Promise<Program & { databaseUrl: string }> {
  const databaseUrl = settings.DATABASE_URL ?? (await createDatabase());
  return { ...(await startProgram({ ...settings, DATABASE_URL: databaseUrl })), databaseUrl };
}
