import { afterEach, expect, test } from "vitest";
import { createWorkThread } from "./work-thread.ts";

const create = () =>
  createWorkThread<string, string, string>({
    script: new URL("work-thread.fixture.ts", import.meta.url),
    milliseconds: 2_000,
    memoryMb: 64,
    idleMs: 60_000,
    errors: {
      refused: (refusal) => new Error(`refused: ${refusal}`),
      ended: (error) => new Error(`ended: ${error.message}`),
      late: () => new Error("late"),
      stopped: () => new Error("stopped"),
    },
  });
let thread: ReturnType<typeof create>;
afterEach(() => thread.close());

test("the time that a thread takes to load is not the question's", async () => {
  thread = create();
  await expect(thread.run("first")).resolves.toBe("first");
  await expect(thread.run("refused")).rejects.toThrow("refused: No.");
  await expect(thread.run("second")).resolves.toBe("second");
});

test("a question that takes too long is refused, and the next one gets a new thread", async () => {
  thread = create();
  const stuck = thread.run("stuck");
  const next = thread.run("next");
  await expect(stuck).rejects.toThrow("late");
  await expect(next).resolves.toBe("next");
});

test("closing refuses what runs and what waits", async () => {
  thread = create();
  const refused = [thread.run("stuck"), thread.run("waiting")].map((asked) =>
    expect(asked).rejects.toThrow("stopped"),
  );
  await thread.close();
  await Promise.all(refused);
});
