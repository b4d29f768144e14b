type Bound<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    deps: never,
    ...parameters: infer Parameters
  ) => infer Result
    ? (...parameters: Parameters) => Result
    : never;
};

/** Returns the same operations without their first parameter, the dependencies. */
export function bindOperations<
  Deps,
  Operations extends Readonly<Record<string, (deps: Deps, ...parameters: never[]) => unknown>>,
>(deps: Deps, operations: Operations): Bound<Operations> {
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (...parameters: never[]) => operation(deps, ...parameters),
    ]),
  ) as Bound<Operations>;
}
