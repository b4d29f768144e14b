import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { createUser, expect, REFUSED, test } from "./accounts.ts";
import { findViolations } from "./axe.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";
import { type StartedSite, startSite } from "./site.ts";

/** The text messages that the gateway received. */
const messages: { readonly to: string; readonly message: string }[] = [];
let gateway: Server | undefined;
let started: Promise<StartedSite> | undefined;

async function start(): Promise<StartedSite> {
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
  started: async ({}, use) => {
    started ??= start();
    await use(await started);
  },
});
test.afterAll(async () => {
  await (await started)?.stop();
  gateway?.close();
});

let numbers = 0;
const newPhone = () => {
  numbers += 1;
  return `+4915300${String(test.info().workerIndex * 1000 + numbers).padStart(6, "0")}`;
};

/** Waits for the newest message to a number and returns its code; `after` skips that many. */
async function waitForCode(phone: string, after = 0): Promise<string> {
  const find = () => messages.filter(({ to }) => to === phone);
  await expect.poll(() => find().length).toBeGreaterThan(after);
  return /code: (\d{6})/.exec(find().at(-1)?.message ?? "")?.[1] ?? "";
}

const getSection = (page: Page) => page.getByRole("region", { name: "Phone number" });

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(({ allowProblem }) => {
      allowProblem(REFUSED);
      allowProblem(/status of 4\d\d .*\/settings\/security/);
      if (!javaScriptEnabled) allowProblem(/request failed: .*\.js csp$/);
    });
    const open = async (page: Page, path: string) => {
      await page.goto(path);
      if (javaScriptEnabled) await waitUntilInteractive(page);
    };

    test("a visitor signs in with a texted code, after a typo in the number and in the code", async ({
      page,
    }) => {
      const phone = newPhone();
      await open(page, "/auth?next=%2Fsettings%2Fsecurity");
      await page.getByRole("link", { name: "Text me a code" }).click();
      await page.getByLabel("Phone number").fill("0153 00");
      await page.getByRole("button", { name: "Text me a code" }).click();
      await expect(page.getByText("Enter the number with its country code")).toBeVisible();
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
      await page.getByLabel("Phone number").fill(phone.replace("+49", "+49 "));
      await page.getByRole("button", { name: "Text me a code" }).click();
      const code = await waitForCode(phone);
      await page.getByLabel("Code", { exact: true }).fill(code === "000000" ? "111111" : "000000");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Incorrect or expired code.")).toBeVisible();
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
      await page.getByLabel("Code", { exact: true }).fill(code);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(getToast(page, "Welcome back!")).toBeVisible();
      await expect(getSection(page).getByText(`Your phone number is ${phone}`)).toBeVisible();
    });

    test("a member adds a phone number, and signs in with it", async ({ page, context, site }) => {
      const member = await createUser(site);
      const phone = newPhone();
      await open(page, "/auth?next=%2Fsettings%2Fsecurity");
      await page.getByLabel("Email", { exact: true }).fill(member.email);
      await page.getByLabel("Password", { exact: true }).fill(member.password);
      await page.getByRole("button", { name: "Login" }).click();
      const section = getSection(page);
      await section.getByLabel("Phone number").fill(phone);
      await section.getByRole("button", { name: "Add phone number" }).click();
      await expect(getToast(page, "Code sent")).toBeVisible();
      const first = await waitForCode(phone);
      await section.getByRole("button", { name: "Text me another code" }).click();
      const code = await waitForCode(phone, 1);
      if (first !== code) {
        await section.getByLabel("Code from the text message").fill(first);
        await section.getByRole("button", { name: "Confirm number" }).click();
        await expect(section.getByText("Incorrect or expired code.")).toBeVisible();
      }
      if (javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
      await section.getByLabel("Code from the text message").fill(code);
      await section.getByRole("button", { name: "Confirm number" }).click();
      await expect(getToast(page, "Phone number changed")).toBeVisible();
      await expect(section.getByText(`Your phone number is ${phone}`)).toBeVisible();

      await context.clearCookies();
      await open(page, "/auth?tab=phone&next=%2Fsettings%2Fsecurity");
      await page.getByLabel("Phone number").fill(phone);
      await page.getByRole("button", { name: "Text me a code" }).click();
      await page.getByLabel("Code", { exact: true }).fill(await waitForCode(phone, 2));
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(getToast(page, "Welcome back!")).toBeVisible();
      await expect(page.getByRole("region", { name: "Email" }).getByText(member.email)).toBeVisible();
    });

    test("a member can cancel a change, and another member's number is refused", async ({ page, site }) => {
      const member = await createUser(site);
      const taken = newPhone();
      await site.call("POST", "/admin/users", { phone: taken, phone_confirm: true });
      await open(page, "/auth?next=%2Fsettings%2Fsecurity");
      await page.getByLabel("Email", { exact: true }).fill(member.email);
      await page.getByLabel("Password", { exact: true }).fill(member.password);
      await page.getByRole("button", { name: "Login" }).click();
      const section = getSection(page);
      await section.getByLabel("Phone number").fill(taken);
      await section.getByRole("button", { name: "Add phone number" }).click();
      await expect(section.getByText("Another account already uses this phone number.")).toBeVisible();
      await section.getByLabel("Phone number").fill(newPhone());
      await section.getByRole("button", { name: "Add phone number" }).click();
      await section.getByRole("button", { name: "Cancel change" }).click();
      await expect(getToast(page, "Change canceled")).toBeVisible();
      await expect(section.getByText("Your account has no phone number yet.")).toBeVisible();
    });
  });
