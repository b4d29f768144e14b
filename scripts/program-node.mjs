import { join } from "node:path";

/** Flags for every process that loads the server's files. With them, loading takes half the time. */
export const IMPORT_FLAGS = ["--import", new URL("resolve-drizzle.mjs", import.meta.url).href];

/** Flags that keep a process near 300 MB under load (docs/bench.md). Without them, V8 lets its heap grow. */
export const PROGRAM_FLAGS = [
  ...IMPORT_FLAGS,
  // Size of each of the young generation's two halves, which are 64 MB by default on a large machine.
  "--max-semi-space-size=4",
  // The young generation is too small to be worth waking other threads for.
  "--no-parallel-scavenge",
  // Growth of the old generation before the next collection, as a percentage of what was in use after the last one.
  "--heap-growing-percent=30",
];

/** `root` is the project's folder. Variables in `environment` take precedence. */
export function getProgramEnvironment(root, environment = process.env) {
  return {
    // glibc retains freed memory in each arena. With one arena per decoding thread, four threads took 100 MB more.
    MALLOC_ARENA_MAX: environment.MALLOC_ARENA_MAX ?? "2",
    // Blocks larger than this are returned to the system when they are freed. By default, glibc raises this threshold
    // when it frees the first of them.
    MALLOC_MMAP_THRESHOLD_: environment.MALLOC_MMAP_THRESHOLD_ ?? "131072",
    MALLOC_TRIM_THRESHOLD_: environment.MALLOC_TRIM_THRESHOLD_ ?? "131072",
    // Stripping types loads a 60 MB program into memory. With this cache, that happens only once per version.
    NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compiled"),
  };
}
