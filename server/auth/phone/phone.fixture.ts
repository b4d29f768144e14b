import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
  /** Returns a new, unique number. */
  newPhone(): string;
  /** Returns the latest code texted to a number. */
  getLastCode(phone: string): Promise<string>;
  /** Creates a user with a confirmed number. */
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

export interface TextGateway {
  readonly url: string;
  respondWith(status: number): void;
  stop(): Promise<void>;
}

/** Starts a gateway that responds but sends nothing. Tests read the messages from the outbox. */
export async function startTextGateway(): Promise<TextGateway> {
  let status = 200;
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    respondWith(next) {
      status = next;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
