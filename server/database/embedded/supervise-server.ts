import type { ChildProcess } from "node:child_process";
import { EmbeddedPostgresError } from "./errors.ts";
import { launchServer, type Server } from "./launch-server.ts";
import { rotateLog } from "./log-file.ts";
import { clearLeftoverServer, stopServer } from "./stop-server.ts";

export type SupervisedServer = ReturnType<typeof superviseServer>;

const RESTARTS_MAX = 3;
const RESTART_WINDOW_MS = 60_000;
const LOG_CHECK_INTERVAL_MS = 10 * 60_000;

/** Restarts a server that exits unexpectedly, at most three times a minute. */
export function superviseServer(server: Server, launchedProcess: ChildProcess) {
  let child = launchedProcess;
  let isStopping = false;
  let restartPromise = Promise.resolve();
  let restartTimes: number[] = [];
  const { promise: exited, resolve: giveUp } = Promise.withResolvers<string>();

  const restartServer = async (exitReason: string) => {
    const now = performance.now();
    restartTimes = [...restartTimes.filter((time) => now - time < RESTART_WINDOW_MS), now];
    if (restartTimes.length > RESTARTS_MAX) {
      giveUp(`PostgreSQL keeps crashing (${exitReason}). See ${server.logFile}.`);
      return;
    }
    server.print(`PostgreSQL exited unexpectedly (${exitReason}). Restarting it.`);
    try {
      await clearLeftoverServer(server.cluster, server.binaries, server.print);
      if (isStopping) return;
      child = await launchServer(server);
      watch();
      server.print("PostgreSQL is running again.");
    } catch (error) {
      const reason = error instanceof EmbeddedPostgresError ? error.message : String(error);
      giveUp(`PostgreSQL exited (${exitReason}) and could not be restarted: ${reason}`);
    }
  };
  const watch = () => {
    const onExit = (code: number | null, signal: string | null) => {
      if (!isStopping) restartPromise = restartServer(signal ?? `code ${code}`);
    };
    if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
    else child.once("exit", onExit);
  };
  watch();

  const logCheck = setInterval(() => rotateLog(server.logFile), LOG_CHECK_INTERVAL_MS);
  logCheck.unref();

  let stopPromise: Promise<void> | undefined;
  return {
    exited,
    stop() {
      stopPromise ??= (async () => {
        isStopping = true;
        clearInterval(logCheck);
        await restartPromise;
        if (isRunning(child)) await stopServer(child.pid as number, server.binaries, 20_000);
      })();
      return stopPromise;
    },
  };
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
