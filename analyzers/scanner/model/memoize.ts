/**
 * Caches a function's results by its first argument, which must determine the others. While a result is being computed,
 * recursive calls for the same argument return `whileRunning`, if it is given.
 */
export function memoize<Key extends object, Rest extends readonly unknown[], Result>(
  compute: (key: Key, ...rest: Rest) => Result,
  whileRunning?: Result,
): (key: Key, ...rest: Rest) => Result {
  const results = new WeakMap<Key, Result>();
  return (key, ...rest) => {
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    if (whileRunning !== undefined) results.set(key, whileRunning);
    const result = compute(key, ...rest);
    results.set(key, result);
    return result;
  };
}
