import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { toastWith, waitUntilInteractive } from "./forum.ts";

export const input = (page: Page) => page.getByLabel("Input");
export const results = (page: Page) => page.getByRole("region", { name: "Results" });

export async function open(page: Page, tool: string) {
  await page.goto(`/ai-tools?tool=${tool}`);
  await waitUntilInteractive(page);
}

/** Runs one of a tool's examples and waits for the answer. */
export async function tryExample(page: Page, at = 0) {
  await page.getByRole("list", { name: "Examples to try" }).getByRole("link").nth(at).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  const done = toastWith(page, "Analysis Complete");
  await expect(done).toContainText("AI-powered analysis generated successfully");
  await done.getByRole("button", { name: "Dismiss" }).click();
}

export async function exported(page: Page, form: string): Promise<{ file: Download; text: string }> {
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: form, exact: true }).click(),
  ]);
  return { file, text: readFileSync(await file.path(), "utf8") };
}
