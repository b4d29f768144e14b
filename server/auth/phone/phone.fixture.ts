import { expect } from "vitest";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

/**
 * Three auth fixtures on one database: `fixture` confirms numbers by text message, `autoconfirmFixture` accepts
 * them without a message, and `disabledFixture` has phone sign-in turned off.
 */
export interface PhoneFixture {
  readonly fixture: AuthFixture;
  readonly autoconfirmFixture: AuthFixture;
  readonly disabledFixture: AuthFixture;
  /** A new, unique number. */
  newPhone(): string;
  /** The latest code texted to a number. */
  getLastCode(phone: string): Promise<string>;
  /** A user with a confirmed number. */
  createConfirmedUser(): Promise<{
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
  const getCodeSentTo = async (phone: string) => (await fixture.getLastEmailTo(phone)).code;
  return {
    fixture,
    autoconfirmFixture: await createAuthFixture({ database, auth: { phone: true, smsAutoconfirm: true } }),
    disabledFixture: await createAuthFixture({ database }),
    newPhone,
    getLastCode: getCodeSentTo,
    async createConfirmedUser() {
      const phone = newPhone();
      const password = "a good secret";
      await fixture.call("POST", "/signup", { body: { phone, password } });
      const body = { type: "sms", phone, token: await getCodeSentTo(phone) };
      const { body: session } = await fixture.call("POST", "/verify", { body });
      return { phone, password, session };
    },
  };
}

export const matchAuthError = (status: number, code: string, message?: string) =>
  expect.objectContaining({ code: status, error_code: code, ...(message ? { msg: message } : {}) });
