import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createEdge } from "#server/testing/edge.ts";

let site: AppFixture;
let admin: Member;
beforeAll(async () => {
  site = await createAppFixture();
  const member = await site.register();
  await site.database.pool.query("update public.user_roles set role = 'admin' where user_id = $1", [
    member.id,
  ]);
  admin = { ...member, role: "admin" };
});
afterAll(() => site.end());

const read = () => site.app.admin.setup.read(admin);

async function save(section: "general" | "welcome", values: Record<string, string>) {
  const { sections } = await site.app.settings.administration.read(admin);
  await site.app.settings.administration.save(admin, {
    section,
    version: String(sections[section].version),
    values,
  });
}

test("whether a step is checked off depends only on the current state of the site", async () => {
  const nothingDone = {
    name: false,
    contact: false,
    logo: false,
    headline: false,
    email: false,
    backup: false,
    post: false,
    invitations: false,
  };
  expect(await read()).toEqual(nothingDone);
  await save("general", { siteName: "The Orchard", adminEmail: "" });
  expect(await read()).toEqual({ ...nothingDone, name: true });
  await save("general", { siteName: "The Orchard", adminEmail: "post@orchard.example" });
  await save("welcome", { headline: "Apples", lead: "" });
  expect(await read()).toEqual({ ...nothingDone, name: true, contact: true, headline: true });
  await save("welcome", {});
  const post = { title: "Welcome to all", content: "Some words to begin with.", category: "tech", tags: [] };
  const { id } = await site.app.forum.createPost(admin, post);
  expect(await read()).toEqual({ ...nothingDone, name: true, contact: true, post: true });
  await site.database.pool.query("update public.forum_posts set deleted_at = now() where id = $1", [id]);
  await site.app.invitations.createLink(admin, { label: "", uses: "1", days: "1" });
  expect(await read()).toMatchObject({ post: false, invitations: true });
});

test("the setup checklist isn't shown with demo data or after an administrator has dismissed it", async () => {
  const environment = { DATA_DIR: site.dataDir };
  const demoSite = await createEdge({ database: site.database, environment, hasDemo: true });
  expect(await demoSite.app.admin.setup.read(admin)).toBeNull();
  await expect(site.app.admin.setup.dismiss(null)).rejects.toMatchObject({ code: "not_signed_in" });
  // The sign-in is no longer recent, but dismissing the checklist requires no step-up.
  site.clock.advance(11 * 60);
  await site.app.admin.setup.dismiss(admin);
  await site.app.admin.setup.dismiss(admin);
  expect(await read()).toBeNull();
  const { events } = await site.app.admin.log.list(admin, { kind: "setting", targetId: "setup" });
  expect(events.map(({ before, after }) => [before, after])).toEqual([
    [{ dismissed: false }, { dismissed: true }],
  ]);
});
