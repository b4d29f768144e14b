/**
 * When a signal or the runner's exit ends a worker, runs the worker's exit handlers, which stop databases and
 * instances. (Vitest doesn't allow a worker to call process.exit.)
 */
const end = () => {
  process.emit("exit", 1);
  process.kill(process.pid, "SIGKILL");
};

if (process.listenerCount("SIGTERM") === 0) {
  for (const event of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.once(event, end);
}
