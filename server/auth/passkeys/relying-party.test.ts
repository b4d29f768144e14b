import { describe, expect, test } from "vitest";
import { arePasskeysEnabled, getRelyingParty } from "./relying-party.ts";

describe("the relying party", () => {
  const createDeps = (publicUrl: string, passkeys = true) =>
    ({ config: { publicUrl, auth: { passkeys } } }) as unknown as Parameters<typeof getRelyingParty>[0];

  test.each([
    ["https://lattice.example", undefined, "lattice.example", "https://lattice.example"],
    ["https://lattice.example", "evil.example", "lattice.example", "https://lattice.example"],
    ["https://lattice.example:8443", "localhost", "lattice.example", "https://lattice.example:8443"],
    ["http://127.0.0.1:3000", "localhost:3000", "localhost", "http://localhost:3000"],
    ["http://127.0.0.1:3000", "a.localhost:3000", "a.localhost", "http://a.localhost:3000"],
    ["http://localhost:3000", "127.0.0.1:3000", "localhost", "http://localhost:3000"],
  ])("of %s at %s is %s", (publicUrl, host, id, origin) => {
    expect(getRelyingParty(createDeps(publicUrl), host)).toEqual({ id, origin });
  });

  test.each([
    ["http://127.0.0.1:3000", "127.0.0.1:3000"],
    ["http://127.0.0.1:3000", "evil.example"],
    ["http://127.0.0.1:3000", "localhost@evil.example"],
    ["http://[::1]:3000", undefined],
    ["https://192.0.2.1", "localhost"],
  ])("doesn't exist for %s at %s", (publicUrl, host) => {
    expect(() => getRelyingParty(createDeps(publicUrl), host)).toThrow("Passkeys need a host name");
  });

  test("determines whether the site offers passkeys", () => {
    expect(arePasskeysEnabled(createDeps("https://lattice.example"), undefined)).toBe(true);
    expect(arePasskeysEnabled(createDeps("http://lattice.example"), undefined)).toBe(false);
    expect(arePasskeysEnabled(createDeps("https://lattice.example", false), undefined)).toBe(false);
    expect(arePasskeysEnabled(createDeps("http://127.0.0.1:3000"), "localhost:3000")).toBe(true);
    expect(arePasskeysEnabled(createDeps("http://127.0.0.1:3000"), "127.0.0.1:3000")).toBe(false);
    expect(arePasskeysEnabled(createDeps("http://127.0.0.1:3000", false), "localhost:3000")).toBe(false);
    expect(arePasskeysEnabled(createDeps("https://192.0.2.1"), "localhost")).toBe(false);
  });
});
