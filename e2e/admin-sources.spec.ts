import { buildRss, type FeedServer, startFeedServer } from "#server/testing/feed-server.ts";
import { configureSite } from "./accounts.ts";
import { expect, test } from "./administration.ts";

/** A dedicated site with a local feed server. */
configureSite({ DEMO: "on", FEED_ALLOW_PRIVATE: "on" });
let feedServer: FeedServer;
test.beforeAll(async () => {
  feedServer = await startFeedServer();
  feedServer.on("/page", "<!doctype html><title>No feed</title><p>Nothing to read.");
  feedServer.on("/good", buildRss([createItem("First from the wire"), createItem("Second from the wire")]));
});
test.afterAll(() => feedServer?.close());

const createItem = (title: string) => ({
  title,
  guid: title,
  link: `https://wire.example/${encodeURIComponent(title)}`,
  date: new Date().toUTCString(),
  description: `${title} in full. `.repeat(10),
});

test("a source is tested when added, then edited, paused, fetched and deleted", async ({
  plain,
  admin: _,
}) => {
  await plain.goto("/admin?tab=content&kind=sources");
  await plain.follow("Add source");
  for (const [url, message] of [
    ["", "Enter the feed URL."],
    ["ftp://wire.example/feed", "Enter an http or https URL without a password."],
    [`${feedServer.origin}/missing`, /We can't use this feed: .*404/],
    [`${feedServer.origin}/page`, "We can't use this feed: "],
  ] as const)
    for (const button of ["Test", "Add source"]) {
      await plain.submit(button, { Name: "Test Wire", "Feed URL": url });
      expect(plain.text).toMatch(message);
      const field = plain.find("field", "Feed URL");
      expect([field.value, field.attribute("aria-invalid")]).toEqual([url, "true"]);
      expect(plain.find("field", "Name").value).toBe("Test Wire");
    }

  await plain.submit("Test", { "Feed URL": `${feedServer.origin}/good` });
  expect(plain.text).toContain("It has 2 articles: “First from the wire”, “Second from the wire”.");
  await plain.submit("Add source");
  expect(plain.path).toContain("kind=sources");
  const readRow = () => plain.find("listitem", { text: "Test Wire" }).text;
  expect(readRow()).toContain("Good");
  expect(readRow()).toContain("2 articles");

  // Fetching on demand updates the count and shows or clears the error in the row.
  const titles = ["First from the wire", "Second from the wire", "Third from the wire"];
  feedServer.on("/good", buildRss(titles.map(createItem)));
  await plain.submit("Fetch now: Test Wire");
  expect(readRow()).toContain("3 articles");
  feedServer.on("/good", (_request, response) => void response.writeHead(503).end());
  for (const prefix of ["The last fetch failed: ", "The last 2 fetches failed: "]) {
    await plain.submit("Fetch now: Test Wire");
    expect(readRow()).toContain(`${prefix}its server responded with 503`);
    expect(readRow()).toContain("Failing");
    // The row shows the error only once.
    expect(readRow().match(/responded with 503/g)).toHaveLength(1);
  }
  feedServer.on("/good", buildRss([createItem("First from the wire")]));
  await plain.submit("Fetch now: Test Wire");
  expect(readRow()).toContain("Good");
  expect(readRow()).not.toContain("failed");

  await plain.submit("Pause: Test Wire");
  expect(readRow()).toContain("Paused");
  expect(plain.findAll("button", "Fetch now: Test Wire")).toHaveLength(0);
  await plain.submit("Resume: Test Wire");
  expect(readRow()).toContain("Good");

  await plain.follow("Edit: Test Wire");
  await plain.submit("Save", { Name: "Renamed Wire", "Feed URL": `${feedServer.origin}/missing` });
  expect(plain.text).toContain("We can't use this feed: ");
  expect(plain.find("field", "Name").value).toBe("Renamed Wire");
  await plain.submit("Save", { "Feed URL": `${feedServer.origin}/good`, "Fetch interval": "45" });
  await plain.submit(plain.find("listitem", { text: "Renamed Wire" }).find("button", "Delete"));
  expect(plain.find("main").findAll("listitem", { text: "Renamed Wire" })).toHaveLength(0);

  await plain.goto("/admin?tab=log&kind=source");
  for (const text of ["added", "edited", "paused", "resumed", "fetched", "deleted"])
    expect(plain.text).toMatch(new RegExp(`${text} the source (Test|Renamed) Wire`));
});

test("an article can be edited, hidden, unhidden, marked and unmarked as flash news, and deleted permanently", async ({
  plain,
  admin: _,
}) => {
  feedServer.on("/other", buildRss([createItem("An article to delete")]));
  await plain.goto("/admin/content/sources/new");
  await plain.submit("Add source", { Name: "Other Wire", "Feed URL": `${feedServer.origin}/other` });
  expect(plain.path).toContain("kind=sources");
  const listPath = "/admin?tab=content&kind=articles";
  await plain.goto(`${listPath}&q=delete`);
  await plain.follow("Edit: An article to delete");
  const title = "A better title to delete";
  await plain.submit("Save", { Title: title });
  await plain.goto(`${listPath}&q=delete`);
  const links = plain.find("listitem", { text: title }).findAll("link");
  const path =
    links.find((link) => link.attribute("href")?.startsWith("/news/"))?.attribute("href") ?? "none";
  await plain.submit(`Hide: ${title}`);
  expect(plain.findAll("listitem", { text: title })).toHaveLength(0);
  expect((await plain.request.get(path)).status()).toBe(404);
  await plain.follow("Hidden");
  await plain.submit(`Unhide: ${title}`);
  expect(plain.findAll("listitem", { text: title })).toHaveLength(0);
  expect(await (await plain.request.get(path)).text()).toContain(title);

  await plain.goto(`${listPath}&q=delete`);
  // A rule has decided whether the article is flash news. Override its result, then change it back.
  const [overrideAction, revertAction] =
    plain.findAll("button", `Mark as flash news: ${title}`).length > 0
      ? ["Mark as flash news", "Remove from flash news"]
      : ["Remove from flash news", "Mark as flash news"];
  await plain.submit(`${overrideAction}: ${title}`);
  await plain.submit(`${revertAction}: ${title}`);
  plain.find("button", `${overrideAction}: ${title}`);
  await plain.submit(plain.find("listitem", { text: title }).find("button", "Delete"));
  expect(plain.findAll("listitem", { text: title })).toHaveLength(0);
  expect((await plain.request.get(path)).status()).toBe(404);
  // Fetching the source again doesn't bring the deleted article back.
  await plain.goto("/admin?tab=content&kind=sources");
  await plain.submit("Fetch now: Other Wire");
  expect(plain.find("listitem", { text: "Other Wire" }).text).toContain("0 articles");
});
