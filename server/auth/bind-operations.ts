import type { AuthDeps } from "./deps.ts";

type Bound<T> = T extends (auth: AuthDeps, ...args: infer A) => infer R ? (...args: A) => R : never;

/** Passes `auth` to each operation as its first argument. Returns functions with the remaining parameters. */
export function bindOperations<T extends Record<string, (auth: AuthDeps, ...args: never[]) => unknown>>(
  auth: AuthDeps,
  operations: T,
) {
  const bound = Object.entries(operations).map(([name, operation]) => [name, operation.bind(null, auth)]);
  return Object.fromEntries(bound) as { readonly [K in keyof T]: Bound<T[K]> };
}
