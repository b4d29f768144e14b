/**
 * Vitest setup file: when a worker is ended by a signal or its runner is gone, still run its exit handlers, which
 * stop the databases and programs its tests have started. (Vitest doesn't allow a worker to call process.exit.)
 */
const end = () => {
  process.emit("exit", 1);
  process.kill(process.pid, "SIGKILL");
};

if (process.listenerCount("SIGTERM") === 0) {
  for (const event of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.once(event, end);
}
