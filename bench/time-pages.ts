/** Requests a page repeatedly and returns the times in milliseconds. */
export async function timePages(url: string, pages: number): Promise<number[]> {
  const times: number[] = [];
  for (let page = 0; page < pages; page += 1) {
    const startedAt = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return times;
}
