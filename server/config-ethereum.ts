import { z } from "zod";
import { flag, httpUrl, list } from "./config-values.ts";

/** A network's chain ID, such as 1 for Ethereum. */
const chainId = z.string().regex(/^[1-9]\d{0,13}$/);

/** Nodes by chain ID, from "1=https://one.example,10=https://ten.example". */
const nodes = list.transform((entries, context): ReadonlyMap<number, string> => {
  const urls = new Map<number, string>();
  for (const entry of entries) {
    const [, id, url] = /^([^=]*)=(.*)$/s.exec(entry) ?? [];
    const parsedId = chainId.safeParse(id);
    const parsedUrl = httpUrl.safeParse(url);
    if (!parsedId.success || !parsedUrl.success || urls.has(Number(parsedId.data)))
      context.addIssue({
        code: "custom",
        message:
          "must be a comma-separated list of nodes like 1=https://node.example: a chain ID, then an http or https URL",
      });
    else urls.set(Number(parsedId.data), parsedUrl.data);
  }
  return urls;
});

export const ethereumVariables = {
  AUTH_ETHEREUM: flag.default(false),
  AUTH_ETHEREUM_NODES: nodes.default(new Map()),
};

export const readEthereumSettings = (v: z.output<z.ZodObject<typeof ethereumVariables>>) => ({
  isEnabled: v.AUTH_ETHEREUM,
  /** URLs of JSON-RPC nodes by chain ID. They verify the signatures of contract wallets. */
  nodes: v.AUTH_ETHEREUM_NODES,
});
