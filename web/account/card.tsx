import type { ReactNode } from "react";
import { LogoMark } from "#web/shell/logo.tsx";

interface CardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page of one thing about an account: where a mailed link ends, a password that is chosen. */
export function AccountCard({ title, children }: CardProps) {
  return (
    <div className="mx-auto max-w-md md:py-8">
      <LogoMark size={40} className="mx-auto" />
      <section className="mt-6 rounded-lg border border-line bg-surface p-6 md:p-7">
        <h1 className="mb-4 text-xl">{title}</h1>
        {children}
      </section>
    </div>
  );
}
