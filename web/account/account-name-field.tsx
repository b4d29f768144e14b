import { useOptionalSite } from "#web/page/site-data.ts";

/** Lets password managers know which account a password field is for. */
export function AccountNameField() {
  const viewer = useOptionalSite()?.viewer;
  if (!viewer) return null;
  return (
    <input type="text" autoComplete="username" value={viewer.email ?? viewer.username} readOnly hidden />
  );
}
