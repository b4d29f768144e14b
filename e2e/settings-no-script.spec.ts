import { expect, test } from "./fixtures.ts";
import { createPng } from "./images.ts";
import { createMember, generateName } from "./members.ts";
import { PlainPage } from "./plain-page.ts";

const press = (page: PlainPage, button: string | RegExp, inputs = {}) =>
  page.submit(page.find("button", button), inputs);

test("without JavaScript, username, bio and picture can be changed, and refused values stay in the form", async ({
  plain,
  member: _,
}) => {
  await plain.goto("/settings");
  await press(plain, "Save username", { Username: "ab" });
  expect(plain.text).toContain("Usernames must have 3 to 30 characters.");
  expect(plain.find("field", "Username").value).toBe("ab");
  await press(plain, "Save username", { Username: generateName("plain") });
  expect(plain.notice).toContain("Username changed");
  await press(plain, "Save bio", { Bio: "Without JavaScript." });
  expect(plain.find("field", "Bio").value).toBe("Without JavaScript.");

  const svg = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") };
  await press(plain, "Save picture", { "Choose a picture": svg });
  expect(plain.text).toContain("This file isn't a JPEG, PNG, WebP, GIF or AVIF image.");
  await press(plain, "Save picture", { "Choose a picture": await createPng("wide.png", 300, 100) });
  expect(plain.path).toBe("/settings");
  expect(plain.find("main").find("img").attribute("src")).toMatch(/\/avatars\/[0-9a-f-]{36}\//);
  await press(plain, "Remove picture");
  expect(plain.findAll("field", "Choose a picture")).toHaveLength(1);
});

test("without JavaScript, a device can be signed out, the password changed and the account deleted", async ({
  plain,
  openContext,
}) => {
  const { email, password, username } = await createMember(plain.context());
  const menuName = `Account menu: ${username}`;
  const otherDevice = new PlainPage(await openContext());
  await otherDevice.goto("/auth");
  await press(otherDevice, "Login", { Email: email, Password: password });
  expect(otherDevice.findAll("button", menuName)).toHaveLength(1);
  await plain.goto("/settings/security");
  const countDevices = () => plain.find("region", "Devices").findAll("listitem").length;
  expect(countDevices()).toBe(2);
  await press(plain, /^Sign out .*Chrom/);
  expect(plain.notice).toContain("Device signed out");
  expect(countDevices()).toBe(1);
  await otherDevice.goto("/settings");
  expect(otherDevice.path).toBe("/auth?next=%2Fsettings");

  await press(plain, "Change password", { "New password": "short" });
  expect(plain.text).toContain("Password should be at least 6 characters.");
  await press(plain, "Change password", { "New password": "seven green lamps" });
  expect(plain.notice).toContain("Password changed");

  await plain.goto("/settings/data");
  const deleteAs = (name: string) =>
    press(plain, "Delete my account", {
      "Your password": "seven green lamps",
      "To confirm, type your username": name,
    });
  await deleteAs("another_name");
  expect(plain.text).toContain("Type your username exactly as shown.");
  await deleteAs(username);
  expect(plain.notice).toContain("Your account has been deleted");
  expect(plain.find("banner").findAll("link", "Sign In")).toHaveLength(1);
});
