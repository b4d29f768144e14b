/**
 * Vitest setup file: when a worker is terminated by a signal or its runner exits, run its exit handlers, which
 * stop the databases and instances that its tests have started. (Vitest doesn't allow a worker to call process.exit.)
 */
const end = () => {
  process.emit("exit", 1);
  process.kill(process.pid, "SIGKILL");
};

if (process.listenerCount("SIGTERM") === 0) {
  for (const event of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.once(event, end);
}
