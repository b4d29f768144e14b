import { use } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import type { SiteData } from "#web/page/site-data.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { loadOptions } from "./load-options.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { getHeading, useSignIn } from "./use-sign-in.ts";

// Loaded together with this chunk, so that the open dialog doesn't shift.
const optionsPromise = loadOptions();

export default function SignInDialog({ site, onClose }: { site: SiteData; onClose: () => void }) {
  const { options, factors, lastUsed } = use(optionsPromise);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const currentPath = pathname + search;
  const signIn = useSignIn(site.isFactorRequired ? { view: "challenge", factors } : {}, {
    options,
    site,
    lastUsed,
    next: currentPath,
    onComplete(to) {
      onClose();
      // The button that opened the dialog disappears, so move focus to the page.
      if (to === currentPath)
        void revalidate().then(() => document.getElementById("main")?.focus({ preventScroll: true }));
      else void navigate(to);
    },
  });
  const { view } = signIn.state;
  const isTab = view === "login" || view === "register";
  return (
    <Dialog
      open
      onClose={onClose}
      title={isTab ? `Welcome to ${site.name}` : getHeading(view, options)}
      {...(isTab ? { description: "Sign in to vote, comment and post." } : {})}
    >
      <SignInPanel signIn={signIn} />
    </Dialog>
  );
}
