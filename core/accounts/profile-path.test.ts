import { expect, test } from "vitest";
import { getProfilePath, isDeletedMember } from "./profile-path.ts";
import { parseUsername } from "./username.ts";

test.each([
  "ada",
  "Ada Lovelace",
  "ann.lee",
  "foo.data",
  "Foo.DATA",
  "_x-y.z",
  "Νίκος",
  "王小明",
  "علي-رضا",
  "अनीता",
])("the username %s can be read back from its profile's path", (name) => {
  expect(parseUsername(name)).toEqual({ username: name });
  const path = getProfilePath(name);
  const { pathname } = new URL(path, "https://lattice.example");
  expect(pathname).toBe(path);
  expect(pathname.endsWith(".data")).toBe(false);
  expect(decodeURIComponent(pathname)).toBe(`/u/${name}`);
});

test("the generated names of deleted members are recognized, but no similar names", () => {
  expect(isDeletedMember("deleted_123456789012")).toBe(true);
  for (const name of ["deleted", "deleted_1", "deleted_1234567890123", "xdeleted_123456789012"])
    expect(isDeletedMember(name)).toBe(false);
});
