/**
 * Vitest's setup file: a worker that a signal ends, or whose runner has gone, still runs its exit handlers, which end
 * the databases and programs that its tests have started. (Vitest does not let a worker call process.exit.)
 */
const end = () => {
  process.emit("exit", 1);
  process.kill(process.pid, "SIGKILL");
};

if (process.listenerCount("SIGTERM") === 0) {
  for (const event of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.once(event, end);
}
