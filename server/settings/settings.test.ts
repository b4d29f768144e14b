import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { formatToolCall } from "#core/ai/tools.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createEdge } from "#server/testing/edge.ts";

let site: AppFixture;
let admin: Member;
let otherAdmin: Member;
beforeAll(async () => {
  site = await createAppFixture({ AI_VISITOR_PER_DAY: "7" });
  admin = await createAdministrator();
  otherAdmin = await createAdministrator();
});
afterAll(() => site.end());

/** Creates an administrator who has just signed in. */
async function createAdministrator(): Promise<Member> {
  const member = await site.register();
  await site.database.pool.query("update public.user_roles set role = 'admin' where user_id = $1", [
    member.id,
  ]);
  return { ...member, role: "admin" };
}

const settings = () => site.app.settings;
const getVersion = async (section: "general" | "hero" | "features" | "ai" | "privacy") =>
  String((await settings().administration.read(admin)).sections[section].version);

/** Saves a section as its form would, starting from the current version. */
async function save(
  section: Parameters<typeof getVersion>[0],
  values: Record<string, string>,
  { viewer = admin, version }: { viewer?: Member | null; version?: string } = {},
) {
  const input = { section, version: version ?? (await getVersion(section)), values };
  return settings().administration.save(viewer, input);
}

const buildGeneral = (siteName: string, adminEmail = "") => ({ siteName, adminEmail });
const buildFeatures = (change: Record<string, string>) => ({
  signUp: "",
  aiTools: "on",
  demoHint: "on",
  ...change,
});
const getLastEvent = async () => (await site.app.admin.log.list(admin, { kind: "setting" })).events[0];

describe("a section", () => {
  test("has default values until it is saved, and each save is logged with what it changed", async () => {
    expect(await settings().read()).toMatchObject({
      siteName: "Lattice",
      adminEmail: null,
      claims: null,
      signUpOpen: true,
      aiTools: true,
      aiLimits: { visitor: { perDay: 7 } },
    });
    await save("general", {
      ...buildGeneral("  The Orchard "),
      adminEmail: "Post@Orchard.example",
      stray: "x",
    });
    expect(await settings().read()).toMatchObject({
      siteName: "The Orchard",
      adminEmail: "post@orchard.example",
    });
    expect(await getLastEvent()).toMatchObject({
      action: "setting.change",
      actorId: admin.id,
      target: { kind: "setting", id: "general", name: "Site" },
      before: { "site name": "Lattice", "admin email": null },
      after: { "site name": "The Orchard", "admin email": "post@orchard.example" },
    });
    const { id } = (await getLastEvent()) ?? {};
    await save("general", buildGeneral("The Orchard", "post@orchard.example"));
    expect((await getLastEvent())?.id).toBe(id);
    expect((await settings().administration.read(admin)).sections.general).toMatchObject({
      version: 1,
      changedBy: admin.username,
    });
  });

  test("is rejected with a message per invalid field, and nothing is saved", async () => {
    const before = await settings().read();
    const catchRefusal = async (
      section: "general" | "hero" | "features" | "ai" | "privacy",
      values: Record<string, string>,
    ) =>
      save(section, values).then(
        () => null,
        ({ code, fieldErrors }: { code: string; fieldErrors: object }) => ({
          code,
          fields: Object.keys(fieldErrors ?? {}),
        }),
      );
    const buildRefusal = (...fields: string[]) => ({ code: "invalid_input", fields });
    expect(await catchRefusal("general", buildGeneral(" ", "not an address"))).toEqual(
      buildRefusal("siteName", "adminEmail"),
    );
    expect(await catchRefusal("general", buildGeneral("\u2800\u3164"))).toEqual(buildRefusal("siteName"));
    expect(await catchRefusal("general", buildGeneral("x".repeat(41)))).toEqual(buildRefusal("siteName"));
    expect(await catchRefusal("general", buildGeneral("Two\nlines"))).toEqual(buildRefusal("siteName"));
    expect(await catchRefusal("hero", { figure1: "1" })).toEqual(
      buildRefusal("label1", "figure2", "label2", "figure3", "label3", "figure4", "label4"),
    );
    expect(await catchRefusal("features", buildFeatures({ signUp: "maybe" }))).toEqual(
      buildRefusal("signUp"),
    );
    expect(await catchRefusal("features", {})).toEqual(buildRefusal("signUp", "aiTools", "demoHint"));
    for (const visitorPerDay of ["0", "-1", "1.5", "1e3", "ten", "100001", "9".repeat(40)])
      expect(await catchRefusal("ai", { visitorPerDay }), visitorPerDay).toEqual(
        buildRefusal("visitorPerDay"),
      );
    expect(await catchRefusal("privacy", { text: "x".repeat(30_001) })).toEqual(buildRefusal("text"));
    for (const version of ["", "-1", "x", "1e9"])
      await expect(save("general", buildGeneral("New"), { version })).rejects.toMatchObject({
        code: "invalid_input",
      });
    await expect(
      settings().administration.save(admin, { section: "constructor", version: "0", values: {} }),
    ).rejects.toMatchObject({ code: "invalid_input" });
    expect(await settings().read()).toEqual(before);
  });

  test("that another administrator saved in the meantime isn't overwritten: the second administrator sees the current value", async () => {
    const version = await getVersion("general");
    await save("general", buildGeneral("First"), { version });
    const secondValues = buildGeneral("Second");
    await expect(save("general", secondValues, { viewer: otherAdmin, version })).rejects.toMatchObject({
      code: "settings_changed",
      fieldErrors: {
        siteName: `${admin.username} has just saved “First”. Save again to replace it.`,
      },
    });
    expect((await settings().read()).siteName).toBe("First");
    await save("general", secondValues, { viewer: otherAdmin });
    expect((await settings().read()).siteName).toBe("Second");
    // Saving the same value again isn't a conflict.
    await save("general", secondValues, { version });
  });

  test("that two administrators try to save at the same time, for the first time, is saved by only one of them", async () => {
    const claims = Object.fromEntries(
      [1, 2, 3, 4].flatMap((index) => [
        [`figure${index}`, "1"],
        [`label${index}`, "each"],
      ]),
    );
    const outcomes = await Promise.allSettled(
      [admin, otherAdmin].map((viewer, index) =>
        save("hero", { ...claims, figure1: `${index}` }, { viewer, version: "0" }),
      ),
    );
    const errorCodes = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason.code] : [],
    );
    expect(errorCodes).toEqual(["settings_changed"]);
    const { events } = await site.app.admin.log.list(admin, { kind: "setting", targetId: "hero" });
    expect(events).toHaveLength(1);
    expect(events[0]?.after?.["figure 1"]).toBe((await settings().read()).claims?.[0]?.figure);
  });

  test("can only be saved by a current administrator with a recent sign-in", async () => {
    const demotedAdmin = await createAdministrator();
    await site.database.pool.query("update public.user_roles set role = 'user' where user_id = $1", [
      demotedAdmin.id,
    ]);
    await expect(save("general", buildGeneral("Late"), { viewer: demotedAdmin })).rejects.toMatchObject({
      code: "access_denied",
    });
    await expect(save("general", buildGeneral("Visitor"), { viewer: null })).rejects.toMatchObject({
      code: "not_signed_in",
    });
    const staleAdmin = await createAdministrator();
    site.clock.advance(11 * 60);
    await expect(save("general", buildGeneral("Old"), { viewer: staleAdmin })).rejects.toMatchObject({
      code: "step_up_required",
    });
    expect((await settings().read()).siteName).toBe("Second");
    admin = await createAdministrator();
    otherAdmin = await createAdministrator();
  });

  test("that another version of Lattice stored is read as far as possible", async () => {
    await site.database.pool.query(
      `insert into public.site_settings (section, value, version, changed_at, changed_by, changed_by_name)
       values ('footer', '{"about": 7, "note": "A note", "later": true}', 1, now(), $1, 'x')`,
      [admin.id],
    );
    const second = await createEdge({ database: site.database, environment: { DATA_DIR: site.dataDir } });
    const { footer } = await second.app.settings.read();
    expect(footer).toEqual({
      about: "A self-hosted community for crypto, AI and quantum technology.",
      note: "A note",
    });
  });
});

test("settings that one process saves take effect in the others immediately, and reading them needs no SQL statement", async () => {
  const { database, dataDir } = site;
  const second = (await createEdge({ database, environment: { DATA_DIR: dataDir } })).app;
  // The second process would miss announcements that were published before it started listening.
  const startedListening = Promise.withResolvers<void>();
  const unsubscribe = second.announcements.onGap(startedListening.resolve);
  site.app.announcements.start();
  second.announcements.start();
  try {
    expect((await second.settings.read()).siteName).toBe("Second");
    await startedListening.promise;
    unsubscribe();
    await save("general", buildGeneral("Everywhere"));
    await expect.poll(async () => (await second.settings.read()).siteName).toBe("Everywhere");
    expect((await site.app.settings.read()).siteName).toBe("Everywhere");

    // After reconnecting, the second process reads the changes that it missed.
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lattice announcements' and datname = current_database()",
    );
    await save("general", buildGeneral("Unheard"));
    await expect.poll(async () => (await second.settings.read()).siteName).toBe("Unheard");

    const statements = await runInRequestScope("a page", async () => {
      await second.settings.read();
      await second.settings.readPage("privacy");
      return getRequestScope()?.statements;
    });
    expect(statements).toBe(0);
  } finally {
    await site.app.announcements.stop();
    await second.announcements.stop();
  }
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  site.http.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test("while sign-up is closed, the API rejects sign-ups and reports that they are disabled, as with AUTH_DISABLE_SIGNUP", async () => {
  const newMember = {
    email: "new@example.org",
    password: "wooden-Lantern-0-7391",
    data: { username: "Newcomer" },
  };
  await save("features", buildFeatures({ signUp: "off" }));
  const refusal = await post("/auth/v1/signup", newMember);
  expect([refusal.status, (await refusal.json()).error_code]).toEqual([422, "signup_disabled"]);
  const publicSettings = await site.http.request("/auth/v1/settings");
  expect(await publicSettings.json()).toMatchObject({ disable_signup: true });
  expect(await site.app.auth.describe()).toMatchObject({ signupDisabled: true });
  const otp = await post("/auth/v1/otp", { email: "other@example.org", create_user: true });
  expect((await otp.json()).error_code).toBe("signup_disabled");

  await save("features", buildFeatures({ signUp: "invited" }));
  expect(await settings().read()).toMatchObject({ signUpMode: "invited", signUpOpen: false });
  expect(await (await post("/auth/v1/signup", newMember)).json()).toMatchObject({
    error_code: "signup_disabled",
    msg: expect.stringContaining("You need an invitation"),
  });

  await save("features", buildFeatures({ signUp: "on" }));
  expect((await post("/auth/v1/signup", newMember)).status).toBe(200);
  expect(await site.app.auth.describe()).toMatchObject({ signupDisabled: false });
});

test("stored settings override the environment, and empty ones don't", async () => {
  const { database, dataDir } = site;
  const environment = { DATA_DIR: dataDir, AUTH_DISABLE_SIGNUP: "on", AI_SITE_PER_DAY: "5" };
  const { app } = await createEdge({ database, environment });
  expect(await app.auth.describe()).toMatchObject({ signupDisabled: false });
  await save("features", buildFeatures({}));
  await save("ai", { sitePerDay: "9", memberPerDay: "" });
  const laterApp = (await createEdge({ database, environment })).app;
  expect(await laterApp.auth.describe()).toMatchObject({ signupDisabled: true });
  expect((await laterApp.settings.read()).aiLimits).toMatchObject({
    sitePerDay: 9,
    member: { perDay: 100 },
    visitor: { perDay: 30 },
  });
});

test("while the AI tools are turned off, they refuse requests; their limits come from the settings", async () => {
  const chat = () =>
    post(
      "/functions/v1/chat",
      { messages: formatToolCall("sentiment", "Bitcoin soars to the moon") },
      { authorization: `Bearer ${site.app.auth.publicKey}` },
    );
  await save("ai", { visitorPerDay: "3" });
  expect(await site.app.ai.readAllowance(null, "198.51.100.9")).toEqual({ leftToday: 3, perDay: 3 });
  await save("features", buildFeatures({ aiTools: "off" }));
  const refusal = await chat();
  expect([refusal.status, (await refusal.json()).error]).toEqual([
    403,
    "The AI tools are turned off on this site.",
  ]);
  expect(await site.app.ai.readAllowance(null, "198.51.100.9")).toMatchObject({ leftToday: 3 });
  expect(await site.app.syndication.buildSitemap()).not.toContain("/ai-tools");
  await save("features", buildFeatures({}));
  expect((await chat()).status).toBe(200);
});

test("feeds and emails contain the site's name, and emails the contact address", async () => {
  await save("general", buildGeneral("Tom & <Jerry>", "post@orchard.example"));
  expect(await (await site.http.request("/feeds/forum.xml")).text()).toContain(
    "<title>Tom &amp; &lt;Jerry&gt;: Forum",
  );
  await post("/auth/v1/recover", { email: admin.email });
  const { rows } = await site.database.pool.query("select * from email.outbox order by id desc limit 1");
  expect(rows[0]).toMatchObject({ subject: "Reset your Tom & <Jerry> password" });
  expect(rows[0].body_text).toContain("Tom & <Jerry>, http://lattice.test\nQuestions: post@orchard.example");
  expect(rows[0].body_html).toContain("Tom &amp; &lt;Jerry&gt;");
});

describe("the pages", () => {
  test("have built-in text until administrators write their own", async () => {
    const builtInPage = await settings().readPage("privacy");
    const { texts } = await settings().administration.read(admin);
    expect(builtInPage).toMatchObject({ changedAt: null });
    expect(builtInPage.html).toContain("Tom &amp; &lt;Jerry&gt;");
    expect(builtInPage.html).toContain('href="mailto:post@orchard.example"');
    expect(builtInPage.html + (await settings().readPage("terms")).html).not.toMatch(
      /\{site\}|\{contact\}|undefined/,
    );

    await save("privacy", {
      text: "## Ours\r\n\r\nAsk {contact}. <script>alert(1)</script> [x](javascript:alert(1))",
    });
    const privacyPage = await settings().readPage("privacy");
    expect(privacyPage.html).toContain("Ours</h");
    expect(privacyPage.html).not.toMatch(/<script|href="javascript/);
    expect(privacyPage.changedAt).not.toBeNull();

    // The built-in text isn't stored.
    await save("privacy", { text: " " });
    expect((await settings().readPage("privacy")).html).toBe(builtInPage.html);
    await save("privacy", { text: "## Other" });
    await save("privacy", { text: texts.privacy });
    expect(await settings().readPage("privacy")).toEqual(builtInPage);
  });

  test("are previewed for administrators as they would be shown", async () => {
    const { preview } = settings().administration;
    expect(await preview(admin, "privacy", "# {site}\n\n*Hello*")).toContain("<em>Hello</em>");
    expect(await preview(admin, "privacy", "{site}")).toContain("Tom &amp; &lt;Jerry&gt;");
    expect(await preview(admin, "privacy", `${"x".repeat(29_992)}\r\n\r\n*end*`)).toContain("<em>end</em>");
    for (const kind of ["privacy", "terms"] as const)
      expect(await preview(admin, kind, " ")).toBe((await settings().readPage(kind)).html);
    await expect(preview(admin, "site", "")).rejects.toMatchObject({ code: "invalid_input" });
    const tooLong = {
      code: "invalid_input",
      fieldErrors: { text: "This can have at most 30,000 characters." },
    };
    for (const length of [30_001, 70_000]) {
      const text = "x".repeat(length);
      await expect(preview(admin, "privacy", text)).rejects.toMatchObject(tooLong);
      await expect(save("privacy", { text })).rejects.toMatchObject(tooLong);
    }
  });
});
