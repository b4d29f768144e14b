import { defineConfig } from "hardhat/config";

/** A chain of this machine alone. Its number is the test's to choose: the page knows real chains only. */
export default defineConfig({
  networks: {
    node: {
      type: "edr-simulated",
      chainId: Number(process.env.TEST_CHAIN_ID ?? "1"),
      chainType: "l1",
    },
  },
});
