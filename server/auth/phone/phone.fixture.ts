import { expect } from "vitest";
import { startHttpServer } from "#server/testing/http-server.ts";
import { createAuthFixture } from "../testing.ts";

export type PhoneFixture = Awaited<ReturnType<typeof createPhoneFixture>>;

/**
 * Creates three auth fixtures on one database: `fixture` confirms numbers by text message, `autoconfirmFixture`
 * accepts them without a message, and `disabledFixture` has phone sign-in turned off.
 */
export async function createPhoneFixture() {
  const fixture = await createAuthFixture({ auth: { phone: true, smsSpacingSeconds: 0 } });
  const { database } = fixture;
  let phoneCount = 0;
  const newPhone = () => {
    phoneCount += 1;
    return `49151000${String(phoneCount).padStart(5, "0")}`;
  };
  const getLastCode = async (phone: string) => (await fixture.getLastMessageTo(phone)).code;
  return {
    fixture,
    autoconfirmFixture: await createAuthFixture({ database, auth: { phone: true, smsAutoconfirm: true } }),
    disabledFixture: await createAuthFixture({ database }),
    newPhone,
    getLastCode,
    /** Creates a user with a confirmed number. */
    async createConfirmedUser() {
      const phone = newPhone();
      const password = "a good secret";
      await fixture.call("POST", "/signup", { body: { phone, password } });
      const body = { type: "sms", phone, token: await getLastCode(phone) };
      const { body: session } = await fixture.call("POST", "/verify", { body });
      return { phone, password, session };
    },
  };
}

export const matchAuthError = (status: number, code: string, message?: string) =>
  expect.objectContaining({ code: status, error_code: code, ...(message ? { msg: message } : {}) });

export type TextGateway = Awaited<ReturnType<typeof startTextGateway>>;

/** Starts a gateway that sends nothing. Tests read the messages from the outbox. */
export async function startTextGateway() {
  let status = 200;
  const server = await startHttpServer((_request, response) => response.writeHead(status).end());
  return {
    url: `${server.origin}/messages`,
    respondWith(newStatus: number) {
      status = newStatus;
    },
    stop: server.close,
  };
}
