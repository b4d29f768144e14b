import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { getToast, waitUntilInteractive } from "./forum.ts";

export const getInput = (page: Page) => page.getByLabel("Input");
export const getResults = (page: Page) => page.getByRole("region", { name: "Results" });

/** The member's saved conversations. */
export const getConversations = (page: Page) => page.getByRole("region", { name: "Conversations" });

/** Confirms a deletion in the dialog with this title. */
export async function confirmDeletion(page: Page, title: string) {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
}

/** Opens the page of one of the tools, such as "chatbot". */
export async function openTool(page: Page, tool: string) {
  await page.goto(`/ai-tools?tool=${tool}`);
  await waitUntilInteractive(page);
}

/** Runs one of a tool's examples and waits for the answer. */
export async function tryExample(page: Page, index = 0) {
  await page.getByRole("list", { name: "Examples to try" }).getByRole("link").nth(index).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  const toast = getToast(page, "Analysis Complete");
  await expect(toast).toContainText("AI-powered analysis generated successfully");
  await toast.getByRole("button", { name: "Dismiss" }).click();
}

/** Exports the answer in a format of the Export menu, such as "JSON", and reads the downloaded file. */
export async function exportAnswer(page: Page, format: string): Promise<{ file: Download; text: string }> {
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: format, exact: true }).click(),
  ]);
  return { file, text: readFileSync(await file.path(), "utf8") };
}
