import { expect, test } from "vitest";
import { describeLocation } from "./describe-device.ts";

test.each([
  ["8.8.4.21", "8.8.4.*"],
  ["2a00:1450:4001:81b::200e", "2a00:1450:4001:*"],
  ["2a00::1", "2a00:0:0:*"],
  ["127.0.0.1", "Local network"],
  ["10.1.2.3", "Local network"],
  ["192.168.0.9", "Local network"],
  ["::1", "Local network"],
  ["fe80::1", "Local network"],
  ["fd00::1", "Local network"],
  ["unknown", null],
  [null, null],
])("%s is described as %s", (ip, location) => {
  expect(describeLocation(ip)).toBe(location);
});
