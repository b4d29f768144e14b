import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { StartError } from "#server/platform/start-error.ts";
import { readSecret } from "./read-secret.ts";

function openPrompt() {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough({ encoding: "utf8" });
  return { input, output, secret: readSecret("Password", "Pipe it.", { input, output }) };
}

test("a line typed at the prompt is returned and isn't shown", async () => {
  const { input, output, secret } = openPrompt();
  input.write("correct horse\r");
  expect(await secret).toBe("correct horse");
  expect(output.read()).toBe("Password: \n");
});

test.each([
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
])("%s at the prompt is an error", async (_, key) => {
  const { input, output, secret } = openPrompt();
  input.write(key);
  await expect(secret).rejects.toThrow(new StartError("The prompt was canceled."));
  expect(output.read()).toBe("Password: \n");
});

test("the first line of piped input is returned, and empty input is rejected", async () => {
  const readPiped = (text: string) => {
    const input = new PassThrough();
    input.end(text);
    return readSecret("Password", "Pipe it.", { input, output: new PassThrough() });
  };
  expect(await readPiped("correct horse\r\nbattery\r\n")).toBe("correct horse");
  await expect(readPiped("")).rejects.toThrow("Can't prompt for the password without a terminal. Pipe it.");
});
