import { type KeyboardEvent, useEffect, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { ChallengeForm } from "./challenge-form.tsx";
import { CodeForm, PhoneCodeForm } from "./code-forms.tsx";
import { LoginForm } from "./login-form.tsx";
import { PhoneForm, RequestEmailForm, SsoForm } from "./recipient-forms.tsx";
import { RegisterForm } from "./register-form.tsx";
import { buildViewPath, type SignIn } from "./use-sign-in.ts";

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

const TABS = [
  ["login", "Login"],
  ["register", "Register"],
] as const;

/** The tabs follow the ARIA keyboard pattern. Without JavaScript, they are two links. */
function SignInTabs({ signIn }: { signIn: SignIn }) {
  const hydrated = useHydrated();
  const { view } = signIn.state;

  function move(event: KeyboardEvent<HTMLElement>) {
    const index = TABS.findIndex(([value]) => value === view);
    const nextIndex = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: TABS.length - 1 }[
      event.key
    ];
    if (nextIndex === undefined) return;
    event.preventDefault();
    const [value] = TABS[(nextIndex + TABS.length) % TABS.length] ?? TABS[0];
    signIn.showView(value);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${value}`)?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label="Sign in or register"
      onKeyDown={move}
      className="mb-5 grid grid-cols-2 gap-1 rounded-md bg-canvas p-1"
    >
      {TABS.map(([value, label]) => (
        <a
          key={value}
          href={buildViewPath(value, signIn.next)}
          role="tab"
          id={`tab-${value}`}
          tabIndex={hydrated && view !== value ? -1 : undefined}
          aria-selected={view === value}
          aria-controls="sign-in-panel"
          onClick={(event) => {
            event.preventDefault();
            signIn.showView(value);
          }}
          className={classNames(
            "grid h-9 place-items-center rounded-sm text-sm font-semibold",
            view === value ? "bg-hover text-text" : "text-muted hover:text-text",
          )}
        >
          {label}
        </a>
      ))}
    </div>
  );
}
