export const formatPhone = (phone: string) => `+${phone}`;

/** Returns the number as digits without "+", or the problem with it. */
export function parsePhone(input: string): { phone: string } | { problem: string } {
  const phone = input.replace(/\s/g, "").replace(/^\+/, "");
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) return { problem: "Invalid phone number format (E.164 required)" };
  return { phone };
}
