import type { AdminUserAttributes } from "@supabase/auth-js";
import { createServiceKey } from "../keys/create-service-key.ts";
import { createAuthFixture } from "../testing.ts";

export const SECRET = "a secret of at least thirty-two characters";

export type AdminFixture = Awaited<ReturnType<typeof createAdminFixture>>;

/** Creates an auth fixture with an admin token and the official client using it. */
export async function createAdminFixture() {
  const fixture = await createAuthFixture({ auth: { jwtSecret: SECRET } });
  const token = await createServiceKey(SECRET);
  const { admin } = fixture.client({ headers: { authorization: `Bearer ${token}` } });
  const generateEmail = () => fixture.newUser().email;
  return {
    fixture,
    token,
    admin,
    /** Sends a request to a path under /admin/users. */
    call: (method: string, path: string, body?: unknown) =>
      fixture.call(method, `/admin/users${path}`, { token, ...(body === undefined ? {} : { body }) }),
    generateEmail,
    /** Creates an account, with a new email address unless one is given. */
    async createUser(attributes: AdminUserAttributes = {}) {
      const { data, error } = await admin.createUser({ email: generateEmail(), ...attributes });
      if (error) throw error;
      return data.user;
    },
    /** Returns the profile's row, or undefined if there is none. */
    async getProfile(id: string) {
      const text = "select * from public.profiles where id = $1";
      return (await fixture.database.pool.query(text, [id])).rows[0];
    },
  };
}
