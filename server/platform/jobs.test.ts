import { expect, test } from "vitest";
import { createTestDatabase } from "#server/testing/database.ts";
import { createJobs } from "./jobs.ts";
import { createLog } from "./log.ts";

test("after a process is killed during a job, another process soon runs the job again", async () => {
  const database = await createTestDatabase();
  let runCount = 0;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const startProcess = () => {
    const jobs = createJobs({ pool: database.pool, log: createLog("silent"), pollSeconds: 0.5 });
    jobs.add({
      name: "long-job",
      timeoutSeconds: 12 * 3600,
      async run() {
        runCount += 1;
        await ended;
      },
    });
    jobs.start();
    return jobs;
  };
  const processes = [startProcess(), startProcess()] as const;
  const send = async () => {
    for (const jobs of processes) await jobs.send("long-job", {}, "key").catch(() => {});
    return runCount;
  };
  try {
    await expect.poll(send).toBe(1);
    // As if the process had been killed a minute ago.
    const { rowCount } = await database.pool.query(
      `update jobs.job set heartbeat_on = heartbeat_on - interval '61 s'
       where name = 'long-job' and state = 'active' and heartbeat_on is not null`,
    );
    expect(rowCount).toBe(1);
    await expect.poll(send, { timeout: 20_000 }).toBe(2);
  } finally {
    end();
    for (const jobs of processes) await jobs.stop();
    await database.drop();
  }
});
