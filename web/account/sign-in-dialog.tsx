import { use } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import type { SiteData } from "#web/shell/site-data.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { loadOptions } from "./load-options.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { useSignIn } from "./use-sign-in.ts";
import { HEADINGS } from "./views.ts";

// Asked for together with this part of the script, so that nothing moves once the dialog stands.
const answer = loadOptions();

interface SignInDialogProps {
  readonly site: SiteData;
  readonly onClose: () => void;
}

/** The dialog over whatever page is open; who signs in stays there. */
export default function SignInDialog({ site, onClose }: SignInDialogProps) {
  const { options, factors } = use(answer);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const signIn = useSignIn(site.needsFactor ? { view: "challenge", factors } : {}, {
    options,
    site,
    next: here,
    onArrive(to) {
      onClose();
      // The button that opened the dialog goes with the sign-in: the keyboard goes on at the page.
      if (to === here)
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
      title={isTab ? `Welcome to ${site.name}` : HEADINGS[view]}
      {...(isTab ? { description: "Sign in to vote, comment and post." } : {})}
    >
      <SignInPanel signIn={signIn} />
    </Dialog>
  );
}
