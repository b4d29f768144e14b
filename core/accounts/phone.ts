/** Returns the number as digits without "+", or what is wrong with it. */
export function parsePhone(given: string): { phone: string } | { problem: string } {
  const phone = given.replace(/\s/g, "").replace(/^\+/, "");
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) return { problem: "Invalid phone number format (E.164 required)" };
  return { phone };
}
