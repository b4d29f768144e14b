import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countPendingMigrations, migrate, openDatabase } from "#server/database/index.ts";
import { createForum } from "#server/forum/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { createRateLimits } from "#server/rate-limits/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
const journal = JSON.parse(await readFile(join(MIGRATIONS, "meta", "_journal.json"), "utf8")) as {
  entries: { tag: string }[];
};

/** The last version with the names that 0030_plain_names replaced. */
const LAST_VERSION_WITH_OLD_NAMES = "0029_page_cache";

/**
 * Rows that became possible with each version, with that version's columns. A version is tested with the rows of all
 * versions up to it. Rows of LAST_VERSION_WITH_OLD_NAMES and of earlier versions use the old names, so later versions
 * get them through an upgrade from LAST_VERSION_WITH_OLD_NAMES.
 */
const ROWS: readonly { readonly since: string; readonly rows: string }[] = [
  {
    since: "0000_accounts",
    rows: `
      insert into auth.users (id, email, encrypted_password, email_confirmed_at, is_anonymous, raw_user_meta_data) values
        ('a0000000-0000-4000-8000-000000000001', 'ada@example.org', '$argon2id$x', now(), false, '{"username":"ada"}'),
        ('a0000000-0000-4000-8000-000000000002', null, null, null, true, '{}');
      insert into auth.identities (user_id, provider, provider_id, identity_data)
        select id, 'email', id::text, jsonb_build_object('email', email) from auth.users where email is not null;
      insert into auth.sessions (id, user_id, amr) values ('b0000000-0000-4000-8000-000000000001',
        'a0000000-0000-4000-8000-000000000001', '[{"method":"password","timestamp":1}]');
      insert into auth.refresh_tokens (token_hash, token_sealed, session_id, user_id) select '\\x01', '\\x02', id, user_id
        from auth.sessions;
      insert into public.profiles (id, username, username_skeleton, username_folded, bio)
        select id, 'name ' || right(id::text, 1), right(id::text, 3), right(id::text, 3), 'A "bio" & more' from auth.users;
      insert into public.user_roles (user_id, role) values ('a0000000-0000-4000-8000-000000000001', 'admin');
      insert into auth.secrets (name, value) values ('mine', '{"key":[1,2]}');
      insert into public.daily_counts (name, day, amount) values ('members', '2026-05-10', 2);`,
  },
  {
    since: "0001_forum",
    rows: `
      insert into public.forum_posts (id, title, content, category, tags, author_id, created_at, upvotes, comment_count,
        hot_rank) values ('c0000000-0000-4000-8000-000000000001', 'A post', 'Some *words*', 'ai', '{One,two}',
        'a0000000-0000-4000-8000-000000000001', '2026-05-10T12:00:00Z', 1, 2,
        (extract(epoch from timestamptz '2026-05-10T12:00:00Z')::float8 - 1704067200) / 45000);
      insert into public.comments (id, post_id, author_id, parent_id, content, reply_count) values
        ('d0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000001',
          'a0000000-0000-4000-8000-000000000001', null, 'A comment', 1),
        ('d0000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000001',
          'a0000000-0000-4000-8000-000000000002', 'd0000000-0000-4000-8000-000000000001', 'A reply', 0);
      insert into public.votes (user_id, post_id, vote_type) values
        ('a0000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000001', 1);
      update public.profiles set karma = 1 where id = 'a0000000-0000-4000-8000-000000000001';
      insert into public.daily_counts (name, day, amount) values ('posts', '2026-05-10', 1);
      insert into public.post_drafts (author_id, title) values ('a0000000-0000-4000-8000-000000000001', 'A draft');`,
  },
  {
    since: "0002_auth_codes",
    rows: `
      insert into auth.one_time_tokens (user_id, kind, address, link_hash, code_hash, expires_at) values
        ('a0000000-0000-4000-8000-000000000001', 'recovery', 'ada@example.org', '\\x01', '\\x02', now());
      insert into mail.outbox (kind, recipient, subject, body_text, state, due_at, created_at) values
        ('recovery', 'ada@example.org', 'Subject', 'Body', 'kept', now(), now());`,
  },
  {
    since: "0003_factors_and_sso",
    rows: `
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed) values
        ('e0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', 'totp', 'verified', '\\x01');
      update auth.sessions set aal = 'aal2', factor_id = 'e0000000-0000-4000-8000-000000000001';
      insert into auth.sso_providers (entity_id, metadata_xml) values ('https://idp.example.org', '<EntityDescriptor/>');
      insert into auth.sso_domains (domain, provider_id) select 'example.org', id from auth.sso_providers;`,
  },
  {
    since: "0004_storage",
    rows: `
      insert into storage.objects (bucket_id, name, owner_id, version, file, size, etag, content_type, cache_control) values
        ('avatars', 'a0000000-0000-4000-8000-000000000001/me.webp', 'a0000000-0000-4000-8000-000000000001',
          gen_random_uuid(), gen_random_uuid(), 12, 'x', 'image/webp', 'max-age=3600');`,
  },
  {
    since: "0006_departures",
    rows: `insert into auth.departures (user_id, began_at) values ('a0000000-0000-4000-8000-000000000002', now());`,
  },
  {
    since: "0008_phones_and_places",
    rows: `
      insert into auth.known_places (user_id, place, seen_at) values
        ('a0000000-0000-4000-8000-000000000001', '\\x01', now());`,
  },
  {
    since: "0009_news",
    rows: `
      insert into public.news_sources (id, name, address, category) values
        ('f0000000-0000-4000-8000-000000000001', 'A source', 'https://example.org/feed', 'quantum');
      insert into public.news_images (id, address, address_digest, state, width, height) values
        ('f0000000-0000-4000-8000-000000000002', 'https://example.org/a.jpg', 'x', 'kept', 400, 300);
      insert into public.news_articles (title, content, category, tags, published_at, source, source_url, source_id,
        identity, said, image_id, discussion_id) values ('An article', 'Some words', 'quantum', '{quantum}',
        '2026-05-10T12:00:00Z', 'A source', 'https://example.org/a', 'f0000000-0000-4000-8000-000000000001', 'i', 's',
        'f0000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000001');
      insert into public.news_images (address, address_digest, state) values ('https://example.org/b.jpg', 'y', 'refused');`,
  },
  {
    since: "0011_market",
    rows: `insert into public.market_prices (symbol, at, price) values ('BTC', '2026-05-10T12:00:00Z', 1.5);`,
  },
  {
    since: "0013_ai_runs",
    rows: `insert into public.ai_runs (day, tool, answered_by, outcome) values ('2026-05-10', 'scanner', 'analyst', 'done');`,
  },
  {
    since: "0014_audit_log",
    rows: `
      insert into public.audit_log (actor_name, act, thing_kind, thing_id, thing_name, before) values
        ('ada', 'user.suspend', 'user', 'a0000000-0000-4000-8000-000000000002', 'bob', '{"a":1}');`,
  },
  {
    since: "0016_content_administration",
    rows: `
      insert into public.news_put_away (id, title, identity, fed_title, published_at, article) values
        ('f0000000-0000-4000-8000-000000000009', 'Hidden', 'h', 'hidden', now(),
          '{"id": "f0000000-0000-4000-8000-000000000009", "title": "Hidden", "content": "Some words", "excerpt": "Some",
            "category": "ai", "tags": ["two"], "author": "Jo", "published_at": "2026-05-10T11:00:00+00:00",
            "created_at": "2026-05-10T12:00:00+00:00", "source": "A source", "source_url": "https://example.org/h",
            "source_id": "f0000000-0000-4000-8000-000000000001", "identity": "h", "is_dated": true, "carried_by": ["B"],
            "is_sample": true, "said": "s", "fed_title": null, "flash_by_hand": false, "is_flash": false, "read_time": 2,
            "discussion_key": "f0000000-0000-4000-8000-000000000019", "discussion_id": null, "image_id": null,
            "image_url": null, "edited_at": null, "views": 3}');`,
  },
  {
    since: "0017_reports",
    rows: `
      insert into public.report_groups (id, thing_kind, thing_id, thing_name, words, first_reported_at, last_reported_at)
        values ('f0000000-0000-4000-8000-000000000010', 'post', 'c0000000-0000-4000-8000-000000000001', 'A post',
          'Some *words*', now(), now());
      insert into public.reports (group_id, thing_kind, thing_id, reporter_id, reason) values
        ('f0000000-0000-4000-8000-000000000010', 'post', 'c0000000-0000-4000-8000-000000000001',
          'a0000000-0000-4000-8000-000000000002', 'spam');`,
  },
  {
    since: "0018_site_settings",
    rows: `
      insert into public.site_settings (section, value, version, changed_at, changed_by, changed_by_name) values
        ('general', '{"siteName":"Ours"}', 3, now(), 'a0000000-0000-4000-8000-000000000001', 'ada');`,
  },
  {
    since: "0022_live",
    rows: `
      insert into public.live_programs (id, beat_at, people) values ('b0000000-0000-4000-8000-000000000009', now(),
        '{a0000000-0000-4000-8000-000000000001}');`,
  },
  {
    since: "0024_follows",
    rows: `
      insert into public.thread_follows (member_id, post_id, state) values ('a0000000-0000-4000-8000-000000000002',
        'c0000000-0000-4000-8000-000000000001', 'muted');
      insert into public.saved_posts (member_id, post_id) select member_id, post_id from public.thread_follows;
      insert into public.post_visits (member_id, post_id, seen_at) select member_id, post_id, '2026-05-10T12:00:00Z'
        from public.thread_follows;`,
  },
  {
    since: "0025_newsletter",
    rows: `
      insert into public.newsletter_subscribers (email, user_id, asked_at, confirmed_at, last_week) values
        ('ada@example.org', 'a0000000-0000-4000-8000-000000000001', now(), now(), '2026-05-11'),
        ('bob@example.org', null, now(), null, null);
      insert into public.newsletter_issues (week, composed_at, post_ids, recipients) values
        ('2026-05-11', now(), '{c0000000-0000-4000-8000-000000000001}', 1);`,
  },
  {
    since: "0026_released_usernames",
    rows: `
      insert into public.released_usernames (username_skeleton, username_folded, user_id, reserved_until) values
        ('o1d_name', 'old_name', 'a0000000-0000-4000-8000-000000000001', now() + interval '90 days'),
        ('gone', 'gone', null, now() + interval '90 days');`,
  },
  {
    since: "0027_known_devices",
    rows: `
      insert into public.forum_posts (id, title, content, category, tags, author_id, created_at, hot_rank) select
        'c0000000-0000-4000-8000-000000000002', 'A recent post', 'Words', 'ai', '{AI,ai,Two}',
        'a0000000-0000-4000-8000-000000000001', at, (extract(epoch from at)::float8 - 1704067200) / 45000
        from (select now() - interval '3 days' as at) t;
      insert into public.daily_counts (name, day, amount) values
        ('posts', ((now() - interval '3 days') at time zone 'UTC')::date, 1);`,
  },
  {
    since: "0029_page_cache",
    rows: `
      insert into public.listening_programs (id, current_until) values ('b0000000-0000-4000-8000-000000000010', now());`,
  },
  {
    since: "0023_notifications",
    rows: `
      insert into public.notifications (member_id, kind, post_id, comment_id, at) values
        ('a0000000-0000-4000-8000-000000000001', 'reply', 'c0000000-0000-4000-8000-000000000001',
          'd0000000-0000-4000-8000-000000000001', now());
      insert into public.notification_choices (member_id, kind, choice) values
        ('a0000000-0000-4000-8000-000000000001', 'votes', 'never'),
        ('a0000000-0000-4000-8000-000000000001', 'thread', 'mail');
      insert into public.notification_mails (member_id, last_at) values
        ('a0000000-0000-4000-8000-000000000001', now());`,
  },
  {
    since: "0031_list_follows",
    rows: `
      insert into public.list_follows (member_id, kind, name, created_at) values
        ('a0000000-0000-4000-8000-000000000002', 'tag', 'two', now()),
        ('a0000000-0000-4000-8000-000000000002', 'category', 'ai', now());
      insert into public.notifications (member_id, kind, post_id, at) values
        ('a0000000-0000-4000-8000-000000000002', 'post', 'c0000000-0000-4000-8000-000000000002', now());
      insert into public.notification_preferences (member_id, kind, preference) values
        ('a0000000-0000-4000-8000-000000000002', 'post', 'email');`,
  },
  {
    since: "0034_ai_history",
    rows: `
      insert into public.ai_history_members (member_id, since) values ('a0000000-0000-4000-8000-000000000001', now());
      insert into public.ai_conversations (id, member_id, tool, title, created_at, updated_at, turn_count, byte_count) values
        ('f0000000-0000-4000-8000-000000000020', 'a0000000-0000-4000-8000-000000000001', 'chatbot', 'Why?', now(), now(), 1, 14);
      insert into public.ai_turns (id, conversation_id, asked_at, question, answer, details, byte_count, words) values
        ('f0000000-0000-4000-8000-000000000021', 'f0000000-0000-4000-8000-000000000020', now(), 'Why?', 'Because.', '{}', 14,
          to_tsvector('english', 'Why? Because.'));`,
  },
  {
    since: "0036_backups",
    rows: `
      insert into public.backups (started_at, ended_at, is_scheduled, is_encrypted, size, error) values
        (now(), now(), true, false, 1000, null), (now(), now(), false, true, null, 'The disk is full.');`,
  },
  {
    since: "0037_sign_ins",
    rows: `
      insert into auth.sign_ins (user_id, method, outcome, device, location, at) values
        ('a0000000-0000-4000-8000-000000000001', 'password', 'refused', 'Firefox on Windows', '8.8.8.*', now());`,
  },
  {
    since: "0040_oauth_server",
    rows: `
      insert into auth.oauth_clients (id, name, redirect_uris, grant_types, auth_method, registration, created_at, updated_at)
        values ('f0000000-0000-4000-8000-000000000030', 'An app', '{https://app.example/back}', '{authorization_code}', 'none',
          'manual', now(), now());
      insert into auth.oauth_grants (user_id, client_id, scopes, granted_at, used_at) values
        ('a0000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000030', '{email}', now(), now());
      insert into auth.oauth_authorizations (id, client_id, redirect_uri, scopes, code_challenge, created_at) values
        ('a request', 'f0000000-0000-4000-8000-000000000030', 'https://app.example/back', '{email}', 'a challenge', now());`,
  },
  {
    since: "0041_invitations",
    rows: `
      insert into public.invitations (id, token_hash, inviter_id, label, email, days, max_uses, use_count, created_at,
        expires_at) values
        ('d0000000-0000-4000-8000-000000000037', '\\x37', 'a0000000-0000-4000-8000-000000000001', 'Friends', null, 30, 5,
          1, now(), now() + interval '30 days'),
        ('d0000000-0000-4000-8000-000000000038', '\\x38', 'a0000000-0000-4000-8000-000000000001', '', 'new@example.org',
          7, 1, 0, now(), now() + interval '7 days');
      insert into public.invitation_joins (id, invitation_id, member_id, joined_at) values
        ('d0000000-0000-4000-8000-000000000039', 'd0000000-0000-4000-8000-000000000037',
          'a0000000-0000-4000-8000-000000000002', now());
      insert into public.invitation_requests (user_id, invitation_id, presented_at) values
        ('a0000000-0000-4000-8000-000000000002', 'd0000000-0000-4000-8000-000000000037', now());`,
  },
  {
    since: "0042_sign_in_with_ethereum",
    rows: `
      insert into auth.used_wallet_messages (digest, expires_at) values ('\\x01', now());`,
  },
];

/** Tables, columns and values that 0030_plain_names renamed, by the table's earlier name. */
const RENAMES: Readonly<
  Record<
    string,
    { table?: string; columns?: Readonly<Record<string, string>>; values?: Readonly<Record<string, string>> }
  >
> = {
  "auth.departures": {
    table: "auth.account_deletions",
    columns: { tried_at: "attempted_at", takes_content: "deletes_content" },
  },
  "auth.known_places": { table: "auth.known_devices", columns: { place: "fingerprint" } },
  "auth.mail_spacing": { table: "auth.message_spacing", columns: { asked_at: "requested_at" } },
  "auth.one_time_tokens": { columns: { wrong_tries: "wrong_attempts" } },
  "auth.users": { columns: { email_change_half: "email_change_confirmed_side" } },
  "mail.outbox": { table: "email.outbox", values: { mail: "email", kept: "stored" } },
  "public.ai_runs": { values: { analyst: "analyzer" } },
  "public.activity_added": { table: "public.activity_pending" },
  "public.audit_log": {
    columns: {
      act: "action",
      why: "reason", // retired word on purpose
      thing_kind: "target_kind",
      thing_id: "target_id",
      thing_name: "target_name",
    },
  },
  "public.listening_programs": { table: "public.listening_processes" },
  "public.live_programs": {
    table: "public.live_processes",
    columns: { beat_at: "heartbeat_at", people: "online_ids" },
  },
  "public.market_turns": { table: "public.market_schedule" },
  "public.news_articles": {
    columns: { said: "content_digest", fed_title: "feed_title", flash_by_hand: "flash_override" },
  },
  "public.news_images": { values: { kept: "stored", refused: "failed" } },
  "public.news_put_away": { table: "public.news_removed_articles", columns: { fed_title: "feed_title" } },
  "public.news_sources": { columns: { address: "url" } },
  "public.newsletter_subscribers": { columns: { asked_by: "requested_by", asked_at: "requested_at" } },
  "public.notification_choices": {
    table: "public.notification_preferences",
    columns: { choice: "preference" },
    values: { mail: "email" },
  },
  "public.notification_mails": { table: "public.notification_emails" },
  "public.notifications": {
    columns: {
      act: "admin_action",
      words: "excerpt",
      amount: "voter_count",
      seen: "seen_count",
      mail_at: "email_at",
    },
  },
  "public.report_groups": {
    columns: {
      thing_kind: "target_kind",
      thing_id: "target_id",
      thing_name: "target_name",
      words: "original_text",
    },
  },
  "public.reports": {
    columns: { thing_kind: "target_kind", thing_id: "target_id" },
  },
  "storage.objects": { columns: { small_file: "thumbnail_file", small_size: "thumbnail_size" } },
};

/** Converts a row to its form in the latest version. */
function renameRow(table: string, row: object): object {
  const { columns = {}, values = {} } = RENAMES[table] ?? {};
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      columns[name] ?? name,
      (typeof value === "string" && values[value]) || value,
    ]),
  );
}

let testDatabase: TestDatabase;
let folder: string;
/**
 * The name of a database without rows, which is migrated version by version up to LAST_VERSION_WITH_OLD_NAMES. Copies
 * of it are filled and upgraded.
 */
let templateName: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  templateName = `${new URL(testDatabase.url).pathname.slice(1)}_versions`;
  await testDatabase.pool.query(`create database ${templateName}`);
  folder = await mkdtemp(join(tmpdir(), "lattice-upgrade-"));
  await cp(MIGRATIONS, folder, { recursive: true });
});
afterAll(async () => {
  await testDatabase.pool.query(`drop database ${templateName} with (force)`);
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Applies the migrations up to this version. */
async function migrateTo(url: string, tag: string): Promise<void> {
  const end = journal.entries.findIndex((entry) => entry.tag === tag) + 1;
  await writeFile(
    join(folder, "meta", "_journal.json"),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }),
  );
  await migrate(url, folder);
}

/** Reads every row of our tables. */
async function readEverything(client: pg.Client): Promise<Map<string, object[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'email', 'mail', 'public', 'storage') order by 1`,
  );
  const rowsByTable = new Map<string, object[]>();
  for (const { name } of tables) {
    const { rows } = await client.query(`select to_jsonb(t) as row from ${name} t`);
    rowsByTable.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return rowsByTable;
}

/** Hidden articles were stored with deleted ones until 0046_hidden_articles. */
function moveHiddenArticles(rows: Map<string, object[]>): void {
  const articles = "public.news_articles";
  for (const table of ["public.news_put_away", "public.news_removed_articles"]) {
    const removedArticles = (rows.get(table) ?? []) as { at: string; article: object | null }[];
    const hiddenArticles = removedArticles.flatMap(({ at, article }) =>
      article ? [{ ...article, hidden_at: at }] : [],
    );
    if (hiddenArticles.length > 0) {
      rows.set(articles, [...(rows.get(articles) ?? []), ...hiddenArticles]);
      rows.set(
        table,
        removedArticles.filter(({ article }) => article === null),
      );
    }
  }
}

describe("every earlier version is upgraded without data loss:", () => {
  // The latest version is also tested, because its rows must be valid, or they would break the test of the next version.
  test.each(journal.entries.map(({ tag }) => tag))("%s", async (tag) => {
    const hasOldNames = tag <= LAST_VERSION_WITH_OLD_NAMES;
    const filledVersion = hasOldNames ? tag : LAST_VERSION_WITH_OLD_NAMES;
    const url = new URL(testDatabase.url);
    url.pathname = `/${templateName}`;
    await migrateTo(url.href, filledVersion);
    const name = `${templateName}_${tag.slice(0, 4)}`;
    url.pathname = `/${name}`;
    await testDatabase.pool.query(`create database ${name} template ${templateName} strategy file_copy`);
    const client = new pg.Client({ connectionString: url.href });
    const database = openDatabase({ url: url.href, log: createLog("silent"), maxConnections: 2 });
    try {
      await client.connect();
      for (const { since, rows } of ROWS) if (since <= filledVersion) await client.query(rows);
      await migrateTo(url.href, tag);
      for (const { since, rows } of ROWS) if (since > filledVersion && since <= tag) await client.query(rows);
      const before = await readEverything(client);

      await migrate(url.href);
      expect(await countPendingMigrations(database.pool)).toBe(0);
      const after = await readEverything(client);
      moveHiddenArticles(before);
      for (const [oldTable, rows] of before) {
        const table = (hasOldNames && RENAMES[oldTable]?.table) || oldTable;
        // A later version may add columns and rows. One that removes something must be handled here.
        const expected = rows.map((row) =>
          expect.objectContaining(hasOldNames ? renameRow(oldTable, row) : row),
        );
        expect(after.get(table), table).toEqual(expect.arrayContaining(expected));
      }

      // Rows that existed before counting was introduced are counted.
      const { rows: countRows } = await client.query(`
        select name, (select sum(amount)::int from (table public.activity_counts union all table public.activity_pending) c
          where c.name = expected.name) as counted, amount from (values
          ('members', (select nullif(count(*), 0) from public.profiles)),
          ('posts', (select nullif(count(*), 0) from public.forum_posts)),
          ('comments', (select nullif(count(*), 0) from public.comments)),
          ('post_votes', (select nullif(count(*), 0) from public.votes)),
          ('articles', (select nullif(count(*), 0) from public.news_articles where hidden_at is null)),
          ('reports', (select nullif(count(*), 0) from public.reports))) expected (name, amount)`);
      for (const { name, counted, amount } of countRows) expect(counted, name).toBe(amount && Number(amount));

      const limits = createRateLimits(database.pool, { enabled: false });
      const forum = createForum({ database, clock: systemClock, limits, origin: "http://localhost" });
      expect(await forum.recountForum({ repair: false })).toEqual([]);
      const { rows: tags } = await client.query("select count(*)::int as tags from public.post_tags");
      expect(tags).toEqual([{ tags: tag < "0001" ? 0 : tag < "0027" ? 2 : 4 }]);
    } finally {
      await database.close();
      await client.end();
      await testDatabase.pool.query(`drop database ${name} with (force)`);
    }
  });
});
