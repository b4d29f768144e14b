export type Encoding = "zstd" | "br" | "gzip";

/** Returns the best of zstd, br and gzip that the client accepts ("q=0" excludes one). */
export function chooseEncoding(acceptEncoding: string): Encoding | undefined {
  const qualities = new Map(
    acceptEncoding
      .split(",")
      .map((part) => part.trim().split(";"))
      .map(([name = "", ...parameters]) => {
        const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
        return [name.toLowerCase(), quality === undefined ? 1 : Number(quality)] as const;
      }),
  );
  const isAccepted = (name: string) => (qualities.get(name) ?? qualities.get("*") ?? 0) > 0;
  return (["zstd", "br", "gzip"] as const).find(isAccepted);
}
