import { join } from "node:path";

/** For whatever reads the server's files: half of the time until they are loaded. */
export const IMPORT_FLAGS = ["--import", new URL("resolve-drizzle.mjs", import.meta.url).href];

/**
 * How Node runs the program, so that a process stays below 300 MB under load (docs/bench.md): left to itself, V8 lets
 * its heap grow to several times of what is in use, and glibc keeps what was freed.
 */
export const PROGRAM_FLAGS = [
  ...IMPORT_FLAGS,
  // Of the part for new objects; by default 64 MB on a large machine, twice.
  "--max-semi-space-size=8",
  // Of the rest, beyond what was in use after the last collection, in percent.
  "--heap-growing-percent=50",
];

/** `root` is the project's folder; what `given` says already holds. */
export function programEnvironment(root, given = process.env) {
  return {
    // glibc keeps freed memory for each thread. Pictures are decoded on four of them, which held 100 MB more.
    MALLOC_ARENA_MAX: given.MALLOC_ARENA_MAX ?? "2",
    // What is larger goes back to the system when it is freed; glibc would raise this with the first large one.
    MALLOC_MMAP_THRESHOLD_: given.MALLOC_MMAP_THRESHOLD_ ?? "131072",
    MALLOC_TRIM_THRESHOLD_: given.MALLOC_TRIM_THRESHOLD_ ?? "131072",
    // Node takes the types out of each file with a program of 60 MB, and with this only once for each version.
    NODE_COMPILE_CACHE: given.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compiled"),
  };
}
