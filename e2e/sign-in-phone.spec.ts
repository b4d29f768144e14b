import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, REFUSED_AUTH_REQUEST, test } from "./accounts.ts";
import { signIn } from "./administration.ts";
import { findViolations } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import type { PlainPage } from "./plain-page.ts";
import { type StartedSite, startSite } from "./site.ts";

/** The text messages that the gateway received. */
const messages: { readonly to: string; readonly message: string }[] = [];
let gateway: Server | undefined;
let dedicatedSitePromise: Promise<StartedSite> | undefined;

async function startDedicatedSite(): Promise<StartedSite> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.method === "POST") messages.push(JSON.parse(body));
    response.end("{}");
  });
  gateway = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return startSite({
    AUTH_PHONE: "on",
    AUTH_SMS_OTP_SECONDS: "3600",
    AUTH_SMS_SPACING_SECONDS: "0",
    AUTH_SMS_PER_HOUR: "1000000",
    SMS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  });
}

test.describe.configure({ mode: "default" });
test.use({
  startedSite: async ({}, use) => {
    dedicatedSitePromise ??= startDedicatedSite();
    await use(await dedicatedSitePromise);
  },
});
test.afterAll(async () => {
  await (await dedicatedSitePromise)?.stop();
  gateway?.close();
});

let phoneCount = 0;
const generatePhone = () => {
  phoneCount += 1;
  return `+4915300${String(test.info().workerIndex * 1000 + phoneCount).padStart(6, "0")}`;
};

/** Waits until a number has received more than `previousCount` messages, and returns the code in the newest. */
async function waitForCode(phone: string, previousCount = 0): Promise<string> {
  const findMessages = () => messages.filter(({ to }) => to === phone);
  await expect.poll(() => findMessages().length).toBeGreaterThan(previousCount);
  return /code: (\d{6})/.exec(findMessages().at(-1)?.message ?? "")?.[1] ?? "";
}

const getPhoneSection = (page: Page) => page.getByRole("region", { name: "Phone number" });

test("a visitor signs in with a texted code, after mistyping the number and then the code", async ({
  page,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  const phone = generatePhone();
  await page.goto("/auth?next=%2Fsettings%2Fsecurity");
  await waitUntilInteractive(page);
  await page.getByRole("link", { name: "Text me a code" }).click();
  await page.getByLabel("Phone number").fill("0153 00");
  await page.getByRole("button", { name: "Text me a code" }).click();
  await expect(page.getByText("Enter the number with its country code")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel("Phone number").fill(phone.replace("+49", "+49 "));
  await page.getByRole("button", { name: "Text me a code" }).click();
  const code = await waitForCode(phone);
  await page.getByLabel("Code", { exact: true }).fill(code === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Incorrect or expired code.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(getToast(page, "Welcome back!")).toBeVisible();
  await expect(getPhoneSection(page).getByText(`Your phone number is ${phone}`)).toBeVisible();
});

test("a member can cancel a change and add their own phone number, but not another member's", async ({
  page,
  site,
  user,
  allowProblem,
}) => {
  allowProblem(REFUSED_AUTH_REQUEST);
  allowProblem(/status of 4\d\d .*\/settings\/security/);
  const takenPhone = generatePhone();
  await site.call("POST", "/admin/users", { phone: takenPhone, phone_confirm: true });
  await signIn(site, page.context(), user);
  await page.goto("/settings/security");
  await waitUntilInteractive(page);
  const section = getPhoneSection(page);
  const addPhone = async (phone: string) => {
    await section.getByRole("textbox", { name: "Phone number" }).fill(phone);
    await section.getByRole("button", { name: "Add phone number" }).click();
  };
  await addPhone(takenPhone);
  await expect(section.getByText("Another account already uses this phone number.")).toBeVisible();
  await addPhone(generatePhone());
  await section.getByRole("button", { name: "Cancel change" }).click();
  await expect(getToast(page, "Change canceled")).toBeVisible();
  await expect(section.getByText("Your account has no phone number yet.")).toBeVisible();

  const phone = generatePhone();
  await addPhone(phone);
  await expect(getToast(page, "Code sent")).toBeVisible();
  const firstCode = await waitForCode(phone);
  await section.getByRole("button", { name: "Text me another code" }).click();
  const code = await waitForCode(phone, 1);
  if (firstCode !== code) {
    await section.getByLabel("Code from the text message").fill(firstCode);
    await section.getByRole("button", { name: "Confirm number" }).click();
    await expect(section.getByText("Incorrect or expired code.")).toBeVisible();
  }
  expect(await findViolations(page)).toEqual([]);
  await section.getByLabel("Code from the text message").fill(code);
  await section.getByRole("button", { name: "Confirm number" }).click();
  await expect(getToast(page, "Phone number changed")).toBeVisible();
  await expect(section.getByText(`Your phone number is ${phone}`)).toBeVisible();
});

test.describe("without JavaScript", () => {
  const press = (page: PlainPage, button: string, inputs = {}) =>
    page.submit(page.find("button", button), inputs);
  const findPhoneSection = (page: PlainPage) => page.find("region", "Phone number");

  test("a visitor signs in with a texted code, after mistyping the number and then the code", async ({
    plain,
  }) => {
    const phone = generatePhone();
    await plain.goto("/auth?next=%2Fsettings%2Fsecurity");
    await plain.follow("Text me a code");
    await press(plain, "Text me a code", { "Phone number": "0153 00" });
    expect(plain.text).toContain("Enter the number with its country code");
    await press(plain, "Text me a code", { "Phone number": phone.replace("+49", "+49 ") });
    const code = await waitForCode(phone);
    await press(plain, "Continue", { Code: code === "000000" ? "111111" : "000000" });
    expect(plain.text).toContain("Incorrect or expired code.");
    await press(plain, "Continue", { Code: code });
    expect(plain.notice).toContain("Welcome back!");
    expect(findPhoneSection(plain).text).toContain(`Your phone number is ${phone}`);
  });

  test("a member adds a phone number and signs in with it; a change can be canceled, and another member's number is refused", async ({
    plain,
    site,
    user,
  }) => {
    const takenPhone = generatePhone();
    await site.call("POST", "/admin/users", { phone: takenPhone, phone_confirm: true });
    await signIn(site, plain.context(), user);
    await plain.goto("/settings/security");
    const addPhone = (phone: string) => press(plain, "Add phone number", { "Phone number": phone });
    await addPhone(takenPhone);
    expect(findPhoneSection(plain).text).toContain("Another account already uses this phone number.");
    await addPhone(generatePhone());
    await press(plain, "Cancel change of phone number");
    expect(plain.notice).toContain("Change canceled");
    expect(findPhoneSection(plain).text).toContain("Your account has no phone number yet.");

    const phone = generatePhone();
    await addPhone(phone);
    expect(plain.notice).toContain("Code sent");
    const firstCode = await waitForCode(phone);
    await press(plain, "Text me another code");
    const code = await waitForCode(phone, 1);
    if (firstCode !== code) {
      await press(plain, "Confirm number", { "Code from the text message": firstCode });
      expect(findPhoneSection(plain).text).toContain("Incorrect or expired code.");
    }
    await press(plain, "Confirm number", { "Code from the text message": code });
    expect(plain.notice).toContain("Phone number changed");
    expect(findPhoneSection(plain).text).toContain(`Your phone number is ${phone}`);

    await plain.context().clearCookies();
    await plain.goto("/auth?tab=phone&next=%2Fsettings%2Fsecurity");
    await press(plain, "Text me a code", { "Phone number": phone });
    await press(plain, "Continue", { Code: await waitForCode(phone, 2) });
    expect(plain.notice).toContain("Welcome back!");
    expect(plain.find("region", "Email").text).toContain(user.email);
  });
});
