import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { isTrivialPassword, isVariantOfNames } from "./trivial-password.ts";

const commonPassword = fc.constantFrom(...COMMON_PASSWORDS);

describe("a common password is refused", () => {
  test.each([
    ["with a character appended", "trustno1a monkey! dragonX letmein1 football7"],
    ["in a different case", "TRUSTNO1 PassWord Trustno1!"],
    ["with a character prepended", "1trustno1 !password xmonkey"],
    ["in leetspeak", "tru5tn01 P@ssw0rd! p4$$w0rd l3tm31n m0nk3y 5un5h1n3 dr@g0n1 1loveyou"],
    [
      "with digits and symbols",
      "password12 qwerty123! iloveyou22 dragon1! monkey99 dragon2024! summer2026 #batman!",
    ],
    ["with spaces or symbols inside", "i-love-you let_me_in! pass.word"],
    ["reversed", "drowssap 1drowssap nogard99 ytrewq 1ontsurt a1ontsurt"],
    ["doubled", "passwordpassword monkeymonkey! DragonDragon1 trustno1trustno1"],
    ["with accents", "pàsswörd contraseña1 contrasena!"],
    ["if it is made from the site's name", "lattice99 L@ttice! ecittal"],
  ])("%s", (_case, passwords) => {
    for (const password of passwords.split(" ")) expect(isTrivialPassword(password), password).toBe(true);
  });

  test("with up to two characters added at each end", () => {
    const addition = fc.string({ maxLength: 2, unit: fc.constantFrom(..."aQ7!_x") });
    fc.assert(
      fc.property(commonPassword, addition, addition, (password, before, after) => {
        expect(isTrivialPassword(before + password + after)).toBe(true);
        expect(isTrivialPassword((before + password + after).toUpperCase())).toBe(true);
      }),
    );
  });
});

test.each([
  "aaaaaaaa",
  "11111111a",
  "abababab",
  "xyzxyzxyz",
  "12345678a",
  "a87654321",
  "qwertyuiop1",
  "poiuytrewq",
  "asdfghjk!",
  "1qaz2wsx3e",
  "zxcvbnm12",
  "abcdefgh1",
  "qwer1234",
  "asdf1234!",
  "abc123xyz",
  "!!!!!!!!",
  "qwertyasdfgh",
])("a pattern is refused: %s", (password) => {
  expect(isTrivialPassword(password)).toBe(true);
});

describe("a good password is not refused", () => {
  test.each([
    "correct horse battery staple",
    "mypasswordisbananas42",
    "my monkey eats seven bananas",
    "summer rain on a tin roof",
    "wooden-Lantern-7391",
    "a good secret",
    "the dragon of Utrecht",
    "qwerty is not my keyboard",
    "i love you more than cheese",
    "rtzkwm",
    "lattice-demo",
    "x7Kq!2mvB",
  ])("%s", (password) => {
    expect(isTrivialPassword(password)).toBe(false);
  });

  test("if it consists of random characters", () => {
    const characters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#%&*-_".split("");
    const randomPassword = fc.string({ minLength: 10, maxLength: 40, unit: fc.constantFrom(...characters) });
    // fast-check prefers repetitions, which hardly ever occur in random passwords.
    const variedPassword = randomPassword.filter((password) => new Set(password).size >= 8);
    fc.assert(
      fc.property(variedPassword, (password) => {
        expect(isTrivialPassword(password)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test("if it consists of a common password and three more words", () => {
    const words = fc.constantFrom(
      ..."harbour violin copper tundra mosaic willow saddle quartz bishop marble".split(" "),
    );
    fc.assert(
      fc.property(commonPassword, words, words, words, (password, one, two, three) => {
        expect(isTrivialPassword(`${one} ${password} ${two} ${three}`)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});

test("variants of names are refused unless the name is very short", () => {
  const names = ["annika", "Jo"];
  for (const password of ["Annika1!", "4nn1k4", "akinna99", "annikaannika", "xxannika"])
    expect(isVariantOfNames(password, names), password).toBe(true);
  for (const password of ["annika likes rain", "jo7391xk", "jojo"])
    expect(isVariantOfNames(password, names), password).toBe(false);
});
