import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { MemberRecord } from "#core/admin/members.ts";
import { AccessSection } from "./access-section.tsx";

function render(counts: Partial<MemberRecord>): string {
  const member = { sessions: [], ...counts } as unknown as MemberRecord;
  const Page = createRoutesStub([{ path: "/", Component: () => <AccessSection member={member} isSelf /> }]);
  return renderToStaticMarkup(<Page initialEntries={["/"]} />);
}

test.each([
  ["is on, with 1 authenticator app and 1 passkey.", true, 1, 1],
  ["is on, with 2 authenticator apps.", true, 2, 0],
  ["is on, with 2 passkeys.", true, 0, 2],
  ["is off.", false, 0, 1],
])(
  "the section says that two-factor authentication %s",
  (text, isTwoFactorOn, authenticatorAppCount, passkeyCount) => {
    const html = render({ isTwoFactorOn, authenticatorAppCount, passkeyCount });
    expect(html).toContain(`Two-factor authentication ${text}`);
  },
);
