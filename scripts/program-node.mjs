import { join } from "node:path";

/** For every process that loads the server's files: halves the time to load them. */
export const IMPORT_FLAGS = ["--import", new URL("resolve-drizzle.mjs", import.meta.url).href];

/**
 * Node flags that limit a process to 300 MB under load (docs/bench.md). By default V8 lets its heap grow to several
 * times what is in use, and glibc doesn't return freed memory.
 */
export const PROGRAM_FLAGS = [
  ...IMPORT_FLAGS,
  // Size of the young generation; by default 64 MB on a large machine, twice.
  "--max-semi-space-size=8",
  // The young generation is too small to be worth waking other threads for.
  "--no-parallel-scavenge",
  // Growth of the old generation beyond what was in use after the last collection, in percent.
  "--heap-growing-percent=50",
];

/** `root` is the project's folder. Variables in `environment` take precedence. */
export function getProgramEnvironment(root, environment = process.env) {
  return {
    // glibc keeps freed memory per thread. Decoding images on four threads kept 100 MB more.
    MALLOC_ARENA_MAX: environment.MALLOC_ARENA_MAX ?? "2",
    // Larger blocks are returned to the system when freed. glibc would raise this limit with the first large block.
    MALLOC_MMAP_THRESHOLD_: environment.MALLOC_MMAP_THRESHOLD_ ?? "131072",
    MALLOC_TRIM_THRESHOLD_: environment.MALLOC_TRIM_THRESHOLD_ ?? "131072",
    // Stripping types needs a 60 MB program in memory; with this cache it runs only once per version.
    NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compiled"),
  };
}
