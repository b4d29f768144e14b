/** As much as pictures may take of this program's memory: some eight hundred of them. */
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * Pictures by their address, the latest asked for last. Who asks for one that is being made waits for it; a failure is
 * not kept.
 */
export function createPictureStore(most = BYTES_MAX) {
  const kept = new Map<string, Promise<Buffer>>();
  const sizes = new Map<string, number>();
  let bytes = 0;

  function drop(address: string): void {
    kept.delete(address);
    bytes -= sizes.get(address) ?? 0;
    sizes.delete(address);
  }

  function weigh(address: string, size: number): void {
    sizes.set(address, size);
    bytes += size;
    for (const oldest of kept.keys()) {
      if (bytes <= most) return;
      // What is still being made weighs nothing yet.
      if (sizes.has(oldest)) drop(oldest);
    }
  }

  return {
    /** Whether it need not be made. */
    has: (address: string) => kept.has(address),
    get(address: string, make: () => Promise<Buffer>): Promise<Buffer> {
      const found = kept.get(address);
      if (found) {
        kept.delete(address);
        kept.set(address, found);
        return found;
      }
      const made = make();
      kept.set(address, made);
      made.then(
        (picture) => weigh(address, picture.length),
        () => drop(address),
      );
      return made;
    },
    bytes: () => bytes,
  };
}
