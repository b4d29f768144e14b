import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFeedServer } from "#server/testing/feed-server.ts";
import { type Program, startProgram } from "#server/testing/program.ts";
import { runStatement } from "../databases.ts";
import { buildFeed } from "./feed.ts";

export interface SimulatedSite {
  readonly urls: readonly string[];
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Starts programs that share a database, and a feed that always has new articles. Rate limits are off. */
export async function startSite(
  databaseUrl: string,
  replicaUrl: string | undefined,
  programCount: number,
): Promise<SimulatedSite> {
  const feedServer = await startFeedServer();
  feedServer.on("/feed", (_request, response) => {
    response.writeHead(200, { "Content-Type": "application/rss+xml" }).end(buildFeed(new Date()));
  });
  const folder = mkdtempSync(join(tmpdir(), "lattice-simulate-"));
  const sourcesFile = join(folder, "sources.json");
  writeFileSync(
    sourcesFile,
    JSON.stringify([{ name: "Simulated news", url: `${feedServer.origin}/feed`, category: "crypto" }]),
  );
  const programs: Program[] = [];
  for (let index = 0; index < programCount; index += 1)
    programs.push(
      await startProgram({
        DATABASE_URL: databaseUrl,
        ...(replicaUrl !== undefined && { DATABASE_REPLICA_URLS: replicaUrl }),
        DEMO: "off",
        AUTH_RATE_LIMITS: "off",
        NEWS_SOURCES: sourcesFile,
        NEWS_POLL_MINUTES: "1",
        FEED_ALLOW_PRIVATE: "on",
        // All programs need the same files.
        DATA_DIR: join(folder, "data"),
      }),
    );
  return {
    urls: programs.map(({ url }) => url),
    pids: programs.map(({ pid }) => pid),
    async stop() {
      await Promise.all(programs.map((program) => program.stop()));
      await feedServer.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Reads the IDs of the newest posts, oldest first. */
export const readPostIds = async (databaseUrl: string): Promise<string[]> =>
  (
    await runStatement<{ id: string }>(
      databaseUrl,
      "select id from public.forum_posts order by created_at desc limit 20000",
    )
  )
    .map(({ id }) => id)
    .reverse();
