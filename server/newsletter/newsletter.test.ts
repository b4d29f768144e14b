import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { insertMember } from "#server/testing/members.ts";

const FROM = { ip: "203.0.113.9" };
const DAY = 86_400;

let site: AppFixture;
let member: Member;
beforeAll(async () => {
  site = await createAppFixture();
  member = await insertMember(site.database, "reader");
});
afterAll(() => site.end());
beforeEach(() => query("truncate mail.outbox, public.newsletter_subscribers, public.newsletter_issues"));

const query = async (text: string, values: unknown[] = []) =>
  (await site.database.pool.query(text, values)).rows;
const newsletter = () => site.app.newsletter;
const subscribers = () => query("select * from public.newsletter_subscribers order by email");
const mails = () => query("select * from mail.outbox order by id");
const tokenIn = (text: string, purpose = "confirm") =>
  new RegExp(`/newsletter/${purpose}\\?token=(\\S+)`).exec(text)?.[1] ?? "";
const ask = (email: string, viewer: Member | null = null) => newsletter().subscribe(viewer, { email }, FROM);
const lastToken = async () => tokenIn((await mails()).at(-1)?.body_text);
async function join(email: string, viewer: Member | null = null): Promise<void> {
  await ask(email, viewer);
  await newsletter().confirmSubscription(await lastToken());
}

describe("subscribing", () => {
  test("needs the link from the email: neither the request nor looking at the link subscribes", async () => {
    await ask(" Ann@Example.org ");
    const [mail] = await mails();
    expect(mail).toMatchObject({
      kind: "newsletter_confirm",
      recipient: "ann@example.org",
      state: "kept",
      unsubscribe_url: expect.stringContaining("/newsletter/unsubscribe?token="),
    });
    const token = tokenIn(mail.body_text);
    expect(mail.body_html).toContain(token);
    expect(await newsletter().describeLink("confirm", token)).toEqual({ email: "ann@example.org" });
    expect(await subscribers()).toMatchObject([{ confirmed_at: null }]);
    expect(await newsletter().confirmSubscription(token)).toEqual({ email: "ann@example.org" });
    expect(await newsletter().confirmSubscription(token)).toEqual({ email: "ann@example.org" });
    expect(await subscribers()).toMatchObject([{ email: "ann@example.org", confirmed_at: expect.any(Date) }]);
  });

  test("gives the same answer and email for a new, an unconfirmed and a subscribed address", async () => {
    const seen: object[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await ask("ann@example.org")).toBeUndefined();
      const { kind, recipient, subject, body_text } = (await mails()).at(-1) ?? {};
      seen.push({ kind, recipient, subject, text: body_text.replace(/token=\S+/, "") });
      if (turn === 1) await newsletter().confirmSubscription(await lastToken());
    }
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await subscribers()).toHaveLength(1);
  });

  test("several times at once creates one subscriber", async () => {
    await Promise.all(Array.from({ length: 8 }, () => ask("ann@example.org")));
    expect(await subscribers()).toHaveLength(1);
    expect(await mails()).toHaveLength(8);
  });

  test.each([
    ["", "Enter your email address."],
    ["   ", "Enter your email address."],
    ["ann", "Enter a complete email address."],
    ["ann@example.org, bob@example.org", "Enter a complete email address."],
    ["ann@example.org\r\nBcc: bob@example.org", "Enter a complete email address."],
    [`${"a".repeat(300)}@example.org`, "Enter a complete email address."],
  ])("%j is rejected with a field error", async (email, problem) => {
    await expect(ask(email)).rejects.toMatchObject({ code: "invalid_input", fields: { email: problem } });
    expect(await subscribers()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  test("a link is valid for three days, for one purpose, and only unmodified", async () => {
    await ask("ann@example.org");
    const token = await lastToken();
    for (const bad of [
      "",
      "x",
      token.slice(0, -1),
      token.replace(/.$/, (end) => (end === "A" ? "B" : "A")),
      token.replace(/\.\d+\./, ".0."),
      `${"0".repeat(36)}${token.slice(36)}`,
    ]) {
      expect(await newsletter().confirmSubscription(bad), bad).toBeNull();
      expect(await newsletter().unsubscribe(bad), bad).toBe(false);
    }
    expect(await newsletter().unsubscribe(token)).toBe(false);
    site.clock.advance(3 * DAY + 1);
    expect(await newsletter().confirmSubscription(token)).toBeNull();
    expect(await subscribers()).toMatchObject([{ confirmed_at: null }]);
  });

  test("an unsubscribe link doesn't work for other emails, although one secret signs them all", async () => {
    await ask("ann@example.org");
    const [mail] = await mails();
    const token = tokenIn(mail.unsubscribe_url, "unsubscribe");
    expect(site.app.notifications.isUnsubscribeToken(token)).toBe(false);
    expect(await site.app.notifications.unsubscribe(token)).toBe(false);
    expect(await newsletter().unsubscribe(token)).toBe(true);
  });

  test("unconfirmed addresses are deleted after three days, confirmed ones stay", async () => {
    await join("ann@example.org");
    await ask("bob@example.org");
    site.clock.advance(2 * DAY);
    await ask("cid@example.org");
    expect(await newsletter().deleteUnconfirmed()).toBe(0);
    site.clock.advance(DAY + 1);
    expect(await newsletter().deleteUnconfirmed()).toBe(1);
    expect((await subscribers()).map(({ email }) => email)).toEqual(["ann@example.org", "cid@example.org"]);
  });
});

describe("limits", () => {
  test("allow ten requests an hour per IP address, and silently three emails a day per mailbox", async () => {
    const limited = await createAppFixture({ AUTH_RATE_LIMITS: "on" });
    try {
      const askFrom = (email: string, ip: string) =>
        limited.app.newsletter.subscribe(null, { email }, { ip });
      for (let turn = 0; turn < 5; turn += 1) await askFrom("ann@example.org", `203.0.113.${turn}`);
      const { rows } = await limited.database.pool.query("select from mail.outbox");
      expect(rows).toHaveLength(3);
      // The hourly limit of the whole site only counts emails that are sent.
      const charged = await limited.database.pool.query(
        "select points from auth.rate_limits where key like 'newsletter.all:%'",
      );
      expect(charged.rows).toEqual([{ points: 3 }]);
      for (let turn = 0; turn < 10; turn += 1) await askFrom(`p${turn}@example.org`, "198.51.100.7");
      await expect(askFrom("p11@example.org", "198.51.100.7")).rejects.toMatchObject({
        code: "too_many_requests",
        fields: { email: "Too many attempts. Please try again later." },
      });
    } finally {
      await limited.end();
    }
  });
});

describe("a member", () => {
  const own = () => newsletter().readOwnSubscription(member);

  test("sees their own subscription from the request on, and can end it", async () => {
    const email = member.email ?? "";
    expect(await own()).toEqual({ state: "none" });
    await ask(email.toUpperCase(), member);
    expect(await own()).toEqual({ state: "waiting", email });
    await newsletter().confirmSubscription(await lastToken());
    expect(await own()).toEqual({ state: "subscribed", email });
    await newsletter().endOwnSubscription(member);
    expect(await own()).toEqual({ state: "none" });
    expect(await subscribers()).toEqual([]);
  });

  test("doesn't see a subscription others confirmed until they confirm it from their own account", async () => {
    const email = member.email ?? "";
    await join(email);
    expect(await own()).toEqual({ state: "none" });
    await ask(email, member);
    expect(await own()).toEqual({ state: "waiting", email });
    await newsletter().endOwnSubscription(member);
    expect(await subscribers()).toMatchObject([{ email, confirmed_at: expect.any(Date), asked_by: null }]);
    await ask("other@example.org", member);
    expect(await own()).toEqual({ state: "none" });
  });

  test("finds it in their data export, and it is deleted with the account", async () => {
    const leaver = await site.register();
    const email = leaver.email ?? "";
    await join(email, leaver);
    let copy = "";
    for await (const piece of await site.app.members.exportMember(leaver)) copy += piece;
    expect(JSON.parse(copy).newsletter).toEqual([
      { email, asked_at: expect.any(String), confirmed_at: expect.any(String) },
    ]);
    await query("update auth.users set encrypted_password = null, email = null where id = $1", [leaver.id]);
    const proof = { username: leaver.username, password: "", code: "" };
    await site.app.auth.own.deleteAccount(leaver, proof, { ...FROM, userAgent: null });
    await site.app.auth.finishAccountDeletions();
    expect(await subscribers()).toEqual([]);
  });

  test("must be signed in", async () => {
    await expect(newsletter().readOwnSubscription(null)).rejects.toMatchObject({ code: "not_signed_in" });
    await expect(newsletter().subscribeOwn(null, FROM)).rejects.toMatchObject({ code: "not_signed_in" });
    await expect(newsletter().subscribeOwn({ ...member, email: null }, FROM)).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(newsletter().endOwnSubscription(null)).rejects.toMatchObject({ code: "not_signed_in" });
  });
});
