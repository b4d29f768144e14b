import { startDatabaseProxy } from "#server/testing/database-proxy.ts";
import { startReplicatedServer } from "#server/testing/postgres-server.ts";
import { test as base, expect, getSection } from "./administration.ts";
import { findIssuesAtWidths } from "./axe.ts";
import { type StartedSite, startSite } from "./site.ts";

/** A dedicated site with three replicas: one works, one is unreachable, and one is the primary database itself. */
const test = base.extend<{ startedSite: StartedSite }>({
  startedSite: async ({}, use) => {
    const { url, replicaUrl, stop } = await startReplicatedServer();
    const workingProxy = await startDatabaseProxy(replicaUrl);
    const unreachableProxy = await startDatabaseProxy(replicaUrl);
    unreachableProxy.disconnect();
    const primaryProxy = await startDatabaseProxy(url);
    const startedSite = await startSite({
      DATABASE_URL: url,
      DATABASE_REPLICA_URLS: [workingProxy.url, unreachableProxy.url, primaryProxy.url].join(","),
    });
    await use(startedSite);
    await startedSite.stop();
    for (const proxy of [workingProxy, unreachableProxy, primaryProxy]) await proxy.close();
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
  const [workingRow, unreachableRow, primaryRow] = [rows.nth(0), rows.nth(1), rows.nth(2)];
  await expect(workingRow).toContainText(/In use *Connected\. (Up to date|\d.* behind)/);
  await expect(workingRow).not.toContainText("Not used since");
  await expect(unreachableRow).toContainText(
    /Not connected *We can't tell how far behind it is\. Not used since/,
  );
  await expect(primaryRow).toContainText(/Not a replica *Connected, but .* Not used since/);
  expect(await findIssuesAtWidths(page)).toEqual([]);
});
