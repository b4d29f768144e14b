import { startDatabaseProxy } from "#server/testing/database-proxy.ts";
import { startReplicatedServer } from "#server/testing/postgres-server.ts";
import { test as base, expect, getSection } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { type StartedSite, startSite } from "./site.ts";

/** A dedicated site with three replicas: one works, one is unreachable, and one is the primary database itself. */
const test = base.extend<{ started: StartedSite }>({
  started: async ({}, use) => {
    const { url, replicaUrl, stop } = await startReplicatedServer();
    const working = await startDatabaseProxy(replicaUrl);
    const unreachable = await startDatabaseProxy(replicaUrl);
    unreachable.disconnect();
    const itself = await startDatabaseProxy(url);
    const started = await startSite({
      DATABASE_URL: url,
      DATABASE_REPLICA_URLS: [working.url, unreachable.url, itself.url].join(","),
    });
    await use(started);
    await started.stop();
    for (const proxy of [working, unreachable, itself]) await proxy.close();
    await stop();
  },
});

test("the settings show each replica: whether it is connected and used, and how far behind it is", async ({
  page,
  admin: _,
}) => {
  await page.goto("/admin?tab=settings#replicas");
  const section = getSection(page, "Database replicas");
  await expect(section).toContainText("1 of 3 replicas in use");
  const rows = section.getByRole("listitem");
  const [working, unreachable, itself] = [rows.nth(0), rows.nth(1), rows.nth(2)];
  await expect(working).toContainText(/In use *Connected\. (Up to date|\d.* behind)/);
  await expect(working).not.toContainText("Not used since");
  await expect(unreachable).toContainText(
    /Not connected *We can't tell how far behind it is\. Not used since/,
  );
  await expect(itself).toContainText(/Not a replica *Connected, but .* Not used since/);
  expect(await findIssuesAtWidths(page)).toEqual([]);
});
