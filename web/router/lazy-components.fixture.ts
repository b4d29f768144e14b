import { afterAll } from "vitest";
import { waitForLazyComponents } from "./lazy-component.tsx";

/** A test file's imports start to load lazy components. If they were still loading at the end, the run would fail. */
afterAll(waitForLazyComponents);
