import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { insertMember } from "#server/testing/members.ts";

const CLIENT = { ip: "203.0.113.9" };
const SECONDS_PER_DAY = 86_400;
const INVALID_LINK = { code: "link_not_valid" };

let fixture: AppFixture;
let member: Member;
beforeAll(async () => {
  fixture = await createAppFixture();
  member = await insertMember(fixture.database, "reader");
});
afterAll(() => fixture.end());
beforeEach(() => query("truncate email.outbox, public.newsletter_subscribers, public.newsletter_issues"));

const query = async (text: string, values: unknown[] = []) =>
  (await fixture.database.pool.query(text, values)).rows;
const newsletter = () => fixture.app.newsletter;
const listSubscribers = () => query("select * from public.newsletter_subscribers order by email");
const listEmails = () => query("select * from email.outbox order by id");
const findToken = (text: string, purpose = "confirm") =>
  new RegExp(`/newsletter/${purpose}\\?token=(\\S+)`).exec(text)?.[1] ?? "";
const subscribe = (email: string, viewer: Member | null = null) =>
  newsletter().subscribe(viewer, { email }, CLIENT);
const getLastToken = async () => findToken((await listEmails()).at(-1)?.body_text);
async function subscribeAndConfirm(email: string, viewer: Member | null = null): Promise<void> {
  await subscribe(email, viewer);
  await newsletter().confirmSubscription(await getLastToken());
}

describe("subscribing", () => {
  test("needs the link from the email: neither the request nor opening the link subscribes", async () => {
    await subscribe(" Ann@Example.org ");
    const [email] = await listEmails();
    expect(email).toMatchObject({
      kind: "newsletter_confirm",
      recipient: "ann@example.org",
      state: "stored",
      unsubscribe_url: expect.stringContaining("/newsletter/unsubscribe?token="),
    });
    const token = findToken(email.body_text);
    expect(email.body_html).toContain(token);
    expect(await newsletter().describeLink("confirm", token)).toEqual({ email: "ann@example.org" });
    expect(await listSubscribers()).toMatchObject([{ confirmed_at: null }]);
    expect(await newsletter().confirmSubscription(token)).toBe("ann@example.org");
    expect(await newsletter().confirmSubscription(token)).toBe("ann@example.org");
    expect(await listSubscribers()).toMatchObject([
      { email: "ann@example.org", confirmed_at: expect.any(Date) },
    ]);
  });

  test("gives the same response and email for a new, an unconfirmed and a subscribed address", async () => {
    const responses: object[] = [];
    for (let index = 0; index < 3; index += 1) {
      expect(await subscribe("ann@example.org")).toBeUndefined();
      const { kind, recipient, subject, body_text } = (await listEmails()).at(-1) ?? {};
      responses.push({ kind, recipient, subject, text: body_text.replace(/token=\S+/, "") });
      if (index === 1) await newsletter().confirmSubscription(await getLastToken());
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await listSubscribers()).toHaveLength(1);
  });

  test("several times concurrently creates one subscriber", async () => {
    await Promise.all(Array.from({ length: 8 }, () => subscribe("ann@example.org")));
    expect(await listSubscribers()).toHaveLength(1);
    expect(await listEmails()).toHaveLength(8);
  });

  test.each([
    ["", "Enter your email address."],
    ["   ", "Enter your email address."],
    ["ann", "Enter a complete email address."],
    ["ann@example.org, bob@example.org", "Enter a complete email address."],
    ["ann@example.org\r\nBcc: bob@example.org", "Enter a complete email address."],
    [`${"a".repeat(300)}@example.org`, "Enter a complete email address."],
  ])("with %j is rejected with a field error", async (email, problem) => {
    await expect(subscribe(email)).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { email: problem },
    });
    expect(await listSubscribers()).toEqual([]);
    expect(await listEmails()).toEqual([]);
  });

  test("needs a link that is valid for three days, for one purpose, and only if unmodified", async () => {
    await subscribe("ann@example.org");
    const token = await getLastToken();
    for (const invalidToken of [
      "",
      "x",
      token.slice(0, -1),
      token.replace(/.$/, (end) => (end === "A" ? "B" : "A")),
      token.replace(/\.\d+\./, ".0."),
      `${"0".repeat(36)}${token.slice(36)}`,
    ]) {
      await expect(newsletter().confirmSubscription(invalidToken), invalidToken).rejects.toMatchObject(
        INVALID_LINK,
      );
      await expect(newsletter().unsubscribe(invalidToken), invalidToken).rejects.toMatchObject(INVALID_LINK);
    }
    await expect(newsletter().unsubscribe(token)).rejects.toMatchObject(INVALID_LINK);
    fixture.clock.advance(3 * SECONDS_PER_DAY + 1);
    await expect(newsletter().confirmSubscription(token)).rejects.toMatchObject(INVALID_LINK);
    expect(await listSubscribers()).toMatchObject([{ confirmed_at: null }]);
  });

  test("sends an unsubscribe link that doesn't work for other kinds of email, although all of these links are signed with the same secret", async () => {
    await subscribe("ann@example.org");
    const [email] = await listEmails();
    const token = findToken(email.unsubscribe_url, "unsubscribe");
    expect(fixture.app.notifications.isUnsubscribeToken(token)).toBe(false);
    await expect(fixture.app.notifications.unsubscribe(token)).rejects.toMatchObject(INVALID_LINK);
    await newsletter().unsubscribe(token);
  });

  test("stores unconfirmed addresses for three days, and confirmed ones indefinitely", async () => {
    await subscribeAndConfirm("ann@example.org");
    await subscribe("bob@example.org");
    fixture.clock.advance(2 * SECONDS_PER_DAY);
    await subscribe("cid@example.org");
    expect(await newsletter().deleteUnconfirmed()).toBe(0);
    fixture.clock.advance(SECONDS_PER_DAY + 1);
    expect(await newsletter().deleteUnconfirmed()).toBe(1);
    expect((await listSubscribers()).map(({ email }) => email)).toEqual([
      "ann@example.org",
      "cid@example.org",
    ]);
  });
});

describe("limits", () => {
  test("refuse more than ten requests an hour from an IP address, and silently drop emails to an address after three a day", async () => {
    const limitedFixture = await createAppFixture({ AUTH_RATE_LIMITS: "on" });
    try {
      const subscribeFrom = (email: string, ip: string) =>
        limitedFixture.app.newsletter.subscribe(null, { email }, { ip });
      for (let index = 0; index < 5; index += 1) await subscribeFrom("ann@example.org", `203.0.113.${index}`);
      const { rows } = await limitedFixture.database.pool.query("select from email.outbox");
      expect(rows).toHaveLength(3);
      // The site's hourly limit only counts emails that are sent.
      const hourlyLimit = await limitedFixture.database.pool.query(
        "select points from auth.rate_limits where key like 'newsletter.all:%'",
      );
      expect(hourlyLimit.rows).toEqual([{ points: 3 }]);
      for (let index = 0; index < 10; index += 1)
        await subscribeFrom(`p${index}@example.org`, "198.51.100.7");
      await expect(subscribeFrom("p11@example.org", "198.51.100.7")).rejects.toMatchObject({
        code: "too_many_requests",
        fieldErrors: { email: "Too many attempts. Please try again later." },
      });
    } finally {
      await limitedFixture.end();
    }
  });
});

describe("a member", () => {
  const readOwn = () => newsletter().readOwnSubscription(member);

  test("sees their own subscription as soon as they request it, and can end it", async () => {
    const email = member.email ?? "";
    expect(await readOwn()).toEqual({ state: "none" });
    await subscribe(email.toUpperCase(), member);
    expect(await readOwn()).toEqual({ state: "pending", email });
    await newsletter().confirmSubscription(await getLastToken());
    expect(await readOwn()).toEqual({ state: "confirmed", email });
    await newsletter().deleteOwnSubscription(member);
    expect(await readOwn()).toEqual({ state: "none" });
    expect(await listSubscribers()).toEqual([]);
  });

  test("doesn't see a subscription that someone else confirmed, and has to confirm it from their own account", async () => {
    const email = member.email ?? "";
    await subscribeAndConfirm(email);
    expect(await readOwn()).toEqual({ state: "none" });
    await subscribe(email, member);
    expect(await readOwn()).toEqual({ state: "pending", email });
    await newsletter().deleteOwnSubscription(member);
    expect(await listSubscribers()).toMatchObject([
      { email, confirmed_at: expect.any(Date), requested_by: null },
    ]);
    await subscribe("other@example.org", member);
    expect(await readOwn()).toEqual({ state: "none" });
  });

  test("finds their subscription in their data export, and deletes it with their account", async () => {
    const leaver = await fixture.register();
    const email = leaver.email ?? "";
    await subscribeAndConfirm(email, leaver);
    let exportText = "";
    for await (const chunk of await fixture.app.members.exportMember(leaver)) exportText += chunk;
    expect(JSON.parse(exportText).newsletter).toEqual([
      { email, requested_at: expect.any(String), confirmed_at: expect.any(String) },
    ]);
    await query("update auth.users set encrypted_password = null, email = null where id = $1", [leaver.id]);
    const confirmation = { username: leaver.username, password: "", code: "" };
    await fixture.app.auth.account.deleteAccount(leaver, confirmation, { ...CLIENT, userAgent: null });
    await fixture.app.auth.finishAccountDeletions();
    expect(await listSubscribers()).toEqual([]);
  });

  test("needs an email address to subscribe; visitors are rejected", async () => {
    await expect(newsletter().readOwnSubscription(null)).rejects.toMatchObject({ code: "not_signed_in" });
    await expect(newsletter().createOwnSubscription(null, CLIENT)).rejects.toMatchObject({
      code: "not_signed_in",
    });
    await expect(
      newsletter().createOwnSubscription({ ...member, email: null }, CLIENT),
    ).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(newsletter().deleteOwnSubscription(null)).rejects.toMatchObject({ code: "not_signed_in" });
  });
});
