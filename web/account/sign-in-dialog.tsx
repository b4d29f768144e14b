import { useLocation, useRevalidator } from "react-router";
import type { SiteData } from "#web/shell/site-data.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { SignInForm } from "./sign-in-form.tsx";

export default function SignInDialog({ site, onClose }: { site: SiteData; onClose: () => void }) {
  const revalidator = useRevalidator();
  const { pathname, search } = useLocation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Welcome to ${site.name}`}
      description="Sign in to vote, comment and post."
    >
      <SignInForm
        hasDemo={site.hasDemo}
        signupDisabled={site.signupDisabled}
        next={pathname + search}
        onSignedIn={() => {
          onClose();
          void revalidator.revalidate();
        }}
      />
    </Dialog>
  );
}
