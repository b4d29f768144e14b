import type { AdminUserAttributes, GoTrueClient, User } from "@supabase/auth-js";
import { createServiceKey } from "../keys/create-service-key.ts";
import { type AuthFixture, createAuthFixture } from "../testing.ts";

export const SECRET = "a secret of at least thirty-two characters";

/** An auth fixture with an admin token and the official client using it. */
export interface AdminFixture {
  readonly fixture: AuthFixture;
  readonly token: string;
  readonly admin: GoTrueClient["admin"];
  /** Sends a request to a path under /admin/users. */
  call(method: string, path: string, body?: unknown): ReturnType<AuthFixture["call"]>;
  newEmail(): string;
  /** Creates an account, with a new address unless one is given. */
  createUser(attributes?: AdminUserAttributes): Promise<User>;
  /** The profile's row, if there is one. */
  // biome-ignore lint/suspicious/noExplicitAny: tests access arbitrary fields
  getProfile(id: string): Promise<any>;
}

export async function createAdminFixture(): Promise<AdminFixture> {
  const fixture = await createAuthFixture({ auth: { jwtSecret: SECRET } });
  const token = await createServiceKey(SECRET);
  const { admin } = fixture.client({ headers: { authorization: `Bearer ${token}` } });
  const newEmail = () => fixture.newUser().email;
  return {
    fixture,
    token,
    admin,
    call: (method, path, body) =>
      fixture.call(method, `/admin/users${path}`, { token, ...(body === undefined ? {} : { body }) }),
    newEmail,
    async createUser(attributes = {}) {
      const { data, error } = await admin.createUser({ email: newEmail(), ...attributes });
      if (error) throw error;
      return data.user;
    },
    async getProfile(id) {
      const text = "select * from public.profiles where id = $1";
      return (await fixture.database.pool.query(text, [id])).rows[0];
    },
  };
}
