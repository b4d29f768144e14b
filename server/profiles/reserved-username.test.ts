import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDeletedMember } from "#core/accounts/profile-path.ts";
import { isReservedUsername } from "./reserved-username.ts";

describe("reserved words are reserved no matter how they are disguised:", () => {
  test.each([
    "admin",
    "ADMIN",
    "Adm1n",
    "4dmin",
    "ad-min",
    "a.d.m.i.n",
    "adrnin",
    "Admín",
    "Administrator",
    "m0derator",
    "Mod",
    "supp0rt",
    "5upport",
    "sYstem",
    "root",
    "rnoderator",
    "Lattice",
    "lattice support",
    "staff",
    "0fficial",
    "anonymous",
    "deleted",
    "api",
    "арі",
    "admin2",
    "admin_01",
    "2024 Admin",
    "adm1n7",
    "4dmin1",
    "5taff1",
    "0fficial1",
    "1_m0derator_1",
    "аdmin2",
    "m0derator.99",
    "7support7",
    "lattice2",
  ])("%s", (name) => {
    expect(isReservedUsername(name)).toBe(true);
  });

  test.each([
    "admiral",
    "modest",
    "annika",
    "supporter",
    "latticework",
    "apiary",
    "user42",
    "team7",
    "news24",
    "modem2",
    "badmin",
    "12345",
  ])("but not %s", (name) => {
    expect(isReservedUsername(name)).toBe(false);
  });
});

describe("system names are reserved:", () => {
  test.each([
    "noreply",
    "No-Reply",
    "n0reply",
    "do not reply",
    "all",
    "ALL",
    "service_role",
    "service-role",
    "anon",
    "an0n",
    "authenticated",
    "postgres",
    "supabase_admin",
    "dashboard_user",
    "mailer-daemon",
    "daemon",
    "here",
    "channel",
    "everyone",
    "moderators",
    "admins",
    "administrators",
    "verified",
  ])("%s", (name) => {
    expect(isReservedUsername(name)).toBe(true);
  });
});

describe("names of deleted accounts are reserved:", () => {
  test.each([
    "deleted_abc",
    "deleted_123456789012",
    "Deleted-12",
    "de1eted-12",
    "DELETED 7",
    "deIeted.member.x",
    "d.e.l.e.t.e.d_abc",
    "deleted12abc",
    "dеlеtеd_99",
    "deléted_me",
    "_deleted_1",
  ])("%s", (name) => {
    expect(isReservedUsername(name)).toBe(true);
  });

  test.each(["deletedscenes", "undeleted_1", "delete_me", "my deleted scenes"])("but not %s", (name) => {
    expect(isReservedUsername(name)).toBe(false);
  });

  test("including every name that pages treat as a deleted member's", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^deleted_\d{12}$/), (name) => {
        expect(isDeletedMember(name)).toBe(true);
        expect(isReservedUsername(name)).toBe(true);
      }),
    );
  });
});

describe("names that impersonate the site are reserved:", () => {
  test.each([
    "lattice_official_news",
    "official-lattice",
    "lattice support",
    "LatticeNews",
    "latticeofficial",
    "theofficiallattice",
    "lattice_ann",
    "l.a.t.t.i.c.e_airdrop",
    "1attice.help",
    "official_ann",
    "Official Ann",
    "admin_of_kittens",
    "AdminAnn",
    "moderator.bob",
    "rn0derator_bob",
    "support_team",
    "supportteam",
    "the real support",
    "Site Owner",
    "superadmin",
    "mod-team",
    "security_staff_2",
    "verified_ann",
    "Ann Verified",
    "moderatornews",
  ])("%s", (name) => {
    expect(isReservedUsername(name)).toBe(true);
  });

  test.each([
    "teamwork",
    "badmin_ton",
    "red team",
    "news_bot",
    "square_root",
    "solar-system",
    "tech support ann",
    "i_support_you",
    "modern_art",
    "Officially Ann",
    "staffan",
    "unverified",
    "member_123456",
    "Ann_Lee",
  ])("but not %s", (name) => {
    expect(isReservedUsername(name)).toBe(false);
  });

  test("including the site name configured by an administrator", () => {
    for (const name of ["acme", "ACME_news", "acme hub", "AcmeHub_Ann", "acmehubsupport"])
      expect(isReservedUsername(name, name.toLowerCase().includes("hub") ? "Acme Hub!" : "Acme")).toBe(true);
    for (const name of ["acme_hub", "acme_ann"]) expect(isReservedUsername(name)).toBe(false);
    expect(isReservedUsername("lattice_news", "Acme")).toBe(true);
    // A site name that is too short for a username doesn't reserve anything.
    expect(isReservedUsername("x ann", "X")).toBe(false);
    expect(isReservedUsername("anything", "!!!")).toBe(false);
  });
});

test("separators and case don't hide a reserved word", () => {
  const words = fc.constantFrom("noreply", "administrator", "service_role", "lattice", "official", "deleted");
  const disguises = fc.array(fc.tuple(fc.boolean(), fc.constantFrom("", "", "_", "-", ".", " ")), {
    minLength: 20,
    maxLength: 20,
  });
  fc.assert(
    fc.property(words, disguises, (word, changes) => {
      const name = [...word]
        .map((letter, index) => {
          const [isUpper, separator] = changes[index] ?? [false, ""];
          return (isUpper ? letter.toUpperCase() : letter) + (index < word.length - 1 ? separator : "");
        })
        .join("");
      expect(isReservedUsername(name)).toBe(true);
    }),
  );
});
