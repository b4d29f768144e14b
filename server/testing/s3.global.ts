import type { TestProject } from "vitest/node";
import { startS3Server } from "./s3-server.ts";

/** Vitest global setup: one S3 server for tests that run on both stores. Each fixture has its own prefix. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, endpoint, stop } = await startS3Server();
  project.provide("s3", { folder, endpoint });
  return stop;
}

declare module "vitest" {
  export interface ProvidedContext {
    s3: { readonly folder: string; readonly endpoint: string } | undefined;
  }
}
