import { useEffect, useRef } from "react";
import { ChallengeForm } from "./challenge-form.tsx";
import { CodeForm, PhoneCodeForm } from "./code-forms.tsx";
import { LoginForm } from "./login-form.tsx";
import { PhoneForm, RequestEmailForm, SsoForm } from "./recipient-forms.tsx";
import { RegisterForm } from "./register-form.tsx";
import { SignInTabs } from "./sign-in-tabs.tsx";
import type { SignIn } from "./use-sign-in.ts";

export function SignInPanel({ signIn }: { signIn: SignIn }) {
  const { view, failure } = signIn.state;
  const panel = useRef<HTMLDivElement>(null);
  const shownView = useRef(view);

  // The focused element disappeared with the old view, so focus the new view's first field.
  useEffect(() => {
    if (shownView.current === view) return;
    shownView.current = view;
    if (panel.current?.contains(document.activeElement)) return;
    panel.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [view]);

  useEffect(() => {
    const field = failure?.field;
    if (!field) return;
    const invalidField = panel.current?.querySelector<HTMLElement>("input[aria-invalid=true]");
    const namedField = panel.current?.querySelector<HTMLElement>(`input[name=${field}]:not([type=hidden])`);
    (invalidField ?? namedField)?.focus();
  }, [failure]);

  const isTab = view === "login" || view === "register";
  return (
    <div ref={panel} data-sign-in>
      {isTab ? <SignInTabs signIn={signIn} /> : null}
      <div id="sign-in-panel" {...(isTab ? { role: "tabpanel", "aria-labelledby": `tab-${view}` } : {})}>
        <SignInView signIn={signIn} />
      </div>
    </div>
  );
}

function SignInView({ signIn }: { signIn: SignIn }) {
  switch (signIn.state.view) {
    case "login":
      return <LoginForm key="login" signIn={signIn} />;
    case "register":
      return <RegisterForm key="register" signIn={signIn} />;
    case "recover":
      return <RequestEmailForm key="recover" signIn={signIn} purpose="recovery" />;
    case "magic-link":
      return <RequestEmailForm key="magic-link" signIn={signIn} purpose="magic-link" />;
    case "phone":
      return <PhoneForm signIn={signIn} />;
    case "phone-code":
      return <PhoneCodeForm signIn={signIn} />;
    case "sso":
      return <SsoForm signIn={signIn} />;
    case "code":
      return <CodeForm signIn={signIn} />;
    case "challenge":
      return <ChallengeForm signIn={signIn} />;
  }
}
