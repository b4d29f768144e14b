import { defineConfig } from "hardhat/config";

/** A local chain with the ID of a real one, because the wallet page supports only real chains. */
export default defineConfig({
  networks: {
    node: {
      type: "edr-simulated",
      chainId: Number(process.env.TEST_CHAIN_ID ?? "1"),
      chainType: "l1",
    },
  },
});
