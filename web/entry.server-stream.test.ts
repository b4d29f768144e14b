import { expect, test } from "vitest";
import { Coalesce } from "./entry.server-stream.ts";

test("pieces written at once leave as one, a later piece by itself, none is lost", async () => {
  const stream = new Coalesce();
  const chunks: string[] = [];
  stream.on("data", (chunk) => chunks.push(String(chunk)));
  for (const piece of ["a", "b", "c"]) stream.write(piece);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(chunks).toEqual(["abc"]);
  stream.write("d");
  stream.end("e");
  await new Promise((resolve) => stream.once("end", resolve));
  expect(chunks.join("")).toBe("abcde");
});
