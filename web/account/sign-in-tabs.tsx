import type { KeyboardEvent } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import type { SignIn } from "./use-sign-in.ts";
import { buildViewPath } from "./views.ts";

const TABS = [
  ["login", "Login"],
  ["register", "Register"],
] as const;

/** The tabs follow the ARIA keyboard pattern. Without JavaScript, they are two links. */
export function SignInTabs({ signIn }: { signIn: SignIn }) {
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
