import type { ReactNode } from "react";

/** The frame of the newsletter's pages: a heading and a card. */
export function LetterPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-lg grid-cols-1 gap-5 sm:pt-6">
      <h1 className="text-xl sm:text-2xl">{title}</h1>
      <div className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
        {children}
      </div>
    </div>
  );
}
