import { expect } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

/**
 * Three fixtures on one database: numbers confirmed by text message, without confirmation, and not allowed.
 */
export interface PhoneFixture {
  readonly fixture: AuthFixture;
  readonly quick: AuthFixture;
  readonly closed: AuthFixture;
  /** A new, unique number. */
  newPhone(): string;
  /** The latest code texted to a number. */
  codeTo(phone: string): Promise<string>;
  /** A user with a confirmed number. */
  confirmed(): Promise<{
    readonly phone: string;
    readonly password: string;
    readonly session: { readonly user: { readonly id: string } };
  }>;
}

export async function createPhoneFixture(): Promise<PhoneFixture> {
  const fixture = await createAuthFixture({ auth: { phone: true, smsSpacingSeconds: 0 } });
  const { database } = fixture;
  let numbers = 0;
  const newPhone = () => {
    numbers += 1;
    return `49151000${String(numbers).padStart(5, "0")}`;
  };
  const codeTo = async (phone: string) => (await fixture.getLastEmailTo(phone)).code;
  return {
    fixture,
    quick: await createAuthFixture({ database, auth: { phone: true, smsAutoconfirm: true } }),
    closed: await createAuthFixture({ database }),
    newPhone,
    codeTo,
    async confirmed() {
      const phone = newPhone();
      const password = "a good secret";
      await fixture.call("POST", "/signup", { body: { phone, password } });
      const body = { type: "sms", phone, token: await codeTo(phone) };
      const { body: session } = await fixture.call("POST", "/verify", { body });
      return { phone, password, session };
    },
  };
}

export const refusal = (status: number, code: string, message?: string) =>
  expect.objectContaining({ code: status, error_code: code, ...(message ? { msg: message } : {}) });
