/**
 * A program: an embedded PostgreSQL for the process that started this one. It ends with that process, however that one
 * ends, and removes its data: the channel between them closes even when a signal kills the other process at once.
 */
import { constants } from "node:fs";
import { access, chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#server/database/embedded/index.ts";

/** Nothing in it outlives it, so nothing waits for the disk; and many programs and tests share it. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  max_wal_size: "256MB",
};

const MEMORY = "/dev/shm";
const MEMORY_NEEDED = 2 * 1024 ** 3;

/** In memory where there is room: each test's database is 600 files, and making them was half of the server's work. */
async function chooseParent(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize > MEMORY_NEEDED ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

let isOver = false;
const over = new Promise<void>((resolve) => {
  process.once("disconnect", () => {
    isOver = true;
    resolve();
  });
});
if (!process.connected) throw new Error("This program is started by startTestServer.");

const folder = await mkdtemp(join(await chooseParent(), "lattice-test-"));
try {
  // As root the server runs as another user, who must be able to pass through.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder, say: () => {}, settings: SETTINGS });
  if (!isOver) process.send?.({ url: server.url });
  await over;
  await server.stop();
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
