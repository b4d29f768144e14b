import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readConfig, VARIABLES } from "#server/config.ts";
import { isProviderVariable } from "#server/config-providers.ts";

test("by default, the database is embedded, demo data is added and the server listens on loopback", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    publicUrl: "http://127.0.0.1:3000",
    databaseUrl: undefined,
    demo: true,
    trustProxy: 0,
  });
});

test("by default, there is one fewer worker than there are cores, up to four; in development there is always one", () => {
  const readWorkers = (environment: Record<string, string>) => readConfig(environment).workers;
  expect(readWorkers({})).toBe(Math.min(4, Math.max(1, availableParallelism() - 1)));
  expect(readWorkers({ WORKERS: "7" })).toBe(7);
  expect(readWorkers({ WORKERS: "7", NODE_ENV: "development" })).toBe(1);
});

test("demo data is not added to the operator's own database unless requested", () => {
  const DATABASE_URL = "postgres://user@db.test/lattice";
  expect(readConfig({ DATABASE_URL }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL, DEMO: "on" }).demo).toBe(true);
});

test("news is fetched every thirty minutes unless configured otherwise", () => {
  const readPollMinutes = (environment: Record<string, string>) => readConfig(environment).news.pollMinutes;
  expect(readPollMinutes({})).toBe(30);
  expect(readPollMinutes({ NEWS_POLL_MINUTES: "off" })).toBeNull();
  expect(readPollMinutes({ NEWS_POLL_MINUTES: "5" })).toBe(5);
  expect(readConfig({}).news).toMatchObject({ allowPrivate: false, proxyUrl: null, sourcesFile: undefined });
});

test.each([
  [{ PORT: "http" }, /PORT must be a port number/],
  [{ WORKERS: "many" }, /WORKERS must be a whole number from 1 to 16/],
  [{ WORKERS: "0" }, /WORKERS must be at least 1/],
  [{ PUBLIC_URL: "ftp://x" }, /PUBLIC_URL must be an http or https URL/],
  [{ DATA_DIR: "/proc/lattice/data" }, /DATA_DIR must be a folder on a disk, not in \/proc/],
  [{ DATA_DIR: "/tmp/../proc" }, /DATA_DIR must be a folder on a disk/],
  [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL must be a postgres:\/\/ connection string/],
  [
    { DATABASE_URL: "postgres://x", DATABASE_REPLICA_URLS: "postgres://y, mysql://z" },
    /DATABASE_REPLICA_URLS must be postgres:\/\/ connection strings, separated by commas/,
  ],
  [{ DATABASE_REPLICA_URLS: "postgres://y" }, /DATABASE_REPLICA_URLS requires DATABASE_URL/],
  [{ DEMO: "yes" }, /DEMO must be "on" or "off"/],
  [{ TRUST_PROXY: "all" }, /TRUST_PROXY must be "off" or the number of proxies/],
  [{ TRUST_PROXY: "11" }, /TRUST_PROXY must be "off" or the number of proxies/],
  [{ LOG_LEVEL: "loud" }, /LOG_LEVEL must be "trace", "debug"/],
  [{ AUTH_JWT_SECRET: "short" }, /AUTH_JWT_SECRET must have at least 32 characters/],
  [{ AUTH_JWT_KEYS: "{" }, /AUTH_JWT_KEYS must be a JSON Web Key set/],
  [{ AUTH_SESSION_TIMEBOX_SECONDS: "8h" }, /AUTH_SESSION_TIMEBOX_SECONDS must be a whole number/],
  [{ AUTH_OTP_LENGTH: "5" }, /AUTH_OTP_LENGTH must be at least 6/],
  [{ AUTH_PASSWORD_MIN: "4" }, /AUTH_PASSWORD_MIN must be at least 6/],
  [{ AUTH_PHONE: "yes" }, /AUTH_PHONE must be "on" or "off"/],
  [{ SMS_URL: "sms://gateway.test" }, /SMS_URL must be an http or https URL/],
  [{ SMS_TOKEN: "short" }, /SMS_TOKEN must have at least 8 characters/],
  [{ SMTP_URL: "http://mail.test" }, /SMTP_URL must be an smtp:\/\/ or smtps:\/\/ URL/],
  [{ STORAGE_MAX_BYTES: "5" }, /STORAGE_MAX_BYTES must be at least 1000000/],
  [{ STORAGE_MAX_BYTES: "50MB" }, /STORAGE_MAX_BYTES must be a whole number/],
  [
    { S3_BUCKET: "files" },
    /S3_ENDPOINT is missing. S3 needs S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY and S3_BUCKET/,
  ],
  [{ S3_ENDPOINT: "s3.example.org" }, /S3_ENDPOINT must be an http or https URL/],
  [{ S3_BUCKET: "My_Bucket" }, /S3_BUCKET must be the name of a bucket/],
  [{ S3_PREFIX: "../other" }, /S3_PREFIX must be a path of letters, digits/],
  [{ S3_PREFIX: "a//b" }, /S3_PREFIX must be a path of letters, digits/],
  [{ S3_DOWNLOADS: "public" }, /S3_DOWNLOADS must be "proxied" or "signed"/],
  [{ S3_BUKET: "files" }, /S3_BUKET is not a known setting/],
  [{ BACKUP_DIR: "s3://bucket/../x" }, /BACKUP_DIR must be a folder, or a path in a bucket/],
  [
    { BACKUP_DIR: "s3://bucket/x" },
    /S3_ACCESS_KEY is missing. S3 needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY$/m,
  ],
  [{ NEWS_POLL_MINUTES: "0" }, /NEWS_POLL_MINUTES must be "off" or a whole number of minutes/],
  [{ FEED_PROXY_URL: "socks://x" }, /FEED_PROXY_URL must be an http or https URL/],
  [{ FEED_ALLOW_PRIVATE: "yes" }, /FEED_ALLOW_PRIVATE must be "on" or "off"/],
  [{ NEWS_SOURCE: "x" }, /NEWS_SOURCE is not a known setting/],
  [{ STORAGE_MAX: "5" }, /STORAGE_MAX is not a known setting/],
  [{ MAIL_FROM: "nobody" }, /MAIL_FROM must be an email address/],
  [{ AUTH_DISABLE_SINGUP: "on" }, /AUTH_DISABLE_SINGUP is not a known setting/],
])("%o prevents startup, and the message names the variable", (environment, message) => {
  expect(() => readConfig(environment as Record<string, string>)).toThrow(ConfigError);
  expect(() => readConfig(environment as Record<string, string>)).toThrow(message);
});

test("all invalid variables are reported together", () => {
  expect(() => readConfig({ PORT: "x", DEMO: "x" })).toThrow(/PORT[\s\S]*DEMO/);
});

test("email addresses are confirmed automatically only without an email server, unless configured otherwise", () => {
  const SMTP_URL = "smtp://mail.test";
  expect(readConfig({}).auth.autoconfirm).toBe(true);
  expect(readConfig({ SMTP_URL }).auth.autoconfirm).toBe(false);
  expect(readConfig({ SMTP_URL, AUTH_AUTOCONFIRM: "on" }).auth.autoconfirm).toBe(true);
});

test("lists are split at their separators, and the sender's email address has no default", () => {
  const config = readConfig({
    PUBLIC_URL: "https://lattice.test",
    AUTH_REDIRECT_ALLOW: "https://a.test/**, https://b.test/",
    AUTH_PASSWORD_CHARACTERS: "abc:123",
  });
  expect(config.auth.redirectAllow).toEqual(["https://a.test/**", "https://b.test/"]);
  expect(config.auth.password).toEqual({ minLength: 6, characterSets: ["abc", "123"] });
  expect(config.auth.siteUrl).toBe("https://lattice.test");
  expect(config.email.from).toBeUndefined();
});

test(".env.example lists every variable that is read, and no others", async () => {
  const example = await readFile(join(import.meta.dirname, "..", ".env.example"), "utf8");
  const listedNames = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
  expect(new Set(listedNames).size).toBe(listedNames.length);
  expect(VARIABLES.filter((name) => !listedNames.includes(name))).toEqual([]);
  expect(listedNames.filter((name) => !VARIABLES.includes(name) && !isProviderVariable(name))).toEqual([]);
});

test("the default public URL omits the default port, as browsers do", () => {
  expect(readConfig({ PORT: "80" }).publicUrl).toBe("http://127.0.0.1");
  expect(readConfig({ PORT: "80", HOST: "::1" }).publicUrl).toBe("http://[::1]");
});
