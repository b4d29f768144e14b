import { afterAll } from "vitest";
import { waitForLazyComponents } from "./lazy-component.tsx";

/** A test file's imports start loading lazy components. If any were still loading at the end, the run would fail. */
afterAll(waitForLazyComponents);
