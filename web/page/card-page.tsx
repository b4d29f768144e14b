import type { ReactNode } from "react";
import { LogoMark } from "./logo.tsx";

export function CardPage({ title, children }: { title: string; children: ReactNode }) {
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
