import type { ChildProcess } from "node:child_process";
import { EmbeddedPostgresError } from "./errors.ts";
import { launchServer, type Server } from "./launch-server.ts";
import { rotateLog } from "./log-file.ts";
import { clearLeftServer, stopServer } from "./stop-server.ts";

export interface Supervised {
  stop(): Promise<void>;
  exited: Promise<string>;
}

const RESTARTS = 3;
const RESTARTS_WITHIN_MS = 60_000;
const LOG_CHECK_MS = 10 * 60_000;

/** Keeps a launched server up: when it ends by itself it is started again, three times a minute at most. */
export function superviseServer(server: Server, launched: ChildProcess): Supervised {
  let child = launched;
  let stopping = false;
  let restart = Promise.resolve();
  let restarts: number[] = [];
  let giveUp: (sentence: string) => void = () => {};
  const exited = new Promise<string>((resolve) => {
    giveUp = resolve;
  });

  const bringBack = async (how: string) => {
    const now = performance.now();
    restarts = [...restarts.filter((at) => now - at < RESTARTS_WITHIN_MS), now];
    if (restarts.length > RESTARTS) {
      giveUp(`PostgreSQL keeps ending (${how}): see ${server.logFile}.`);
      return;
    }
    server.say(`PostgreSQL ended by itself (${how}); starting it again.`);
    try {
      await clearLeftServer(server.cluster, server.binaries, server.say);
      if (stopping) return;
      child = await launchServer(server);
      watch();
      server.say("PostgreSQL is back.");
    } catch (error) {
      const reason = error instanceof EmbeddedPostgresError ? error.message : String(error);
      giveUp(`PostgreSQL ended (${how}) and could not be started again: ${reason}`);
    }
  };
  const watch = () => {
    const onExit = (code: number | null, signal: string | null) => {
      if (!stopping) restart = bringBack(signal ?? `code ${code}`);
    };
    if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
    else child.once("exit", onExit);
  };
  watch();

  const logCheck = setInterval(() => rotateLog(server.logFile), LOG_CHECK_MS);
  logCheck.unref();

  let stopped: Promise<void> | undefined;
  return {
    exited,
    stop() {
      stopped ??= (async () => {
        stopping = true;
        clearInterval(logCheck);
        await restart;
        if (isRunning(child)) await stopServer(child.pid as number, server.binaries, 20_000);
      })();
      return stopped;
    },
  };
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
