import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  ssr: true,
  // The table of routes is small; the lazy manifest would only add an endpoint to attack.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
