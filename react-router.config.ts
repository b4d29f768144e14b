import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  ssr: true,
  // The route table is small; a lazy manifest would only add an endpoint to attack.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
