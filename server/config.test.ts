import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";

test("without a variable the defaults hold: embedded database, demo, loopback", () => {
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

test("demo data stay out of a database of the operator's own unless asked for", () => {
  const DATABASE_URL = "postgres://user@db.test/lattice";
  expect(readConfig({ DATABASE_URL }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL, DEMO: "on" }).demo).toBe(true);
});

test.each([
  [{ PORT: "http" }, /PORT must be a port number/],
  [{ PUBLIC_URL: "ftp://x" }, /PUBLIC_URL must be an http or https address/],
  [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL must be a postgres:\/\/ connection string/],
  [{ DEMO: "yes" }, /DEMO must be "on" or "off"/],
  [{ TRUST_PROXY: "all" }, /TRUST_PROXY must be "off" or the number of proxies/],
  [{ AUTH_JWT_SECRET: "short" }, /AUTH_JWT_SECRET must have at least 32 characters/],
  [{ AUTH_JWT_KEYS: "{" }, /AUTH_JWT_KEYS must be a JSON Web Key set/],
  [{ AUTH_DISABLE_SINGUP: "on" }, /AUTH_DISABLE_SINGUP is not a setting of this program/],
])("%o stops the start and names the variable", (environment, sentence) => {
  expect(() => readConfig(environment as Record<string, string>)).toThrow(ConfigError);
  expect(() => readConfig(environment as Record<string, string>)).toThrow(sentence);
});

test("every variable that is wrong is named at once", () => {
  expect(() => readConfig({ PORT: "x", DEMO: "x" })).toThrow(/PORT[\s\S]*DEMO/);
});
