import type { ReactNode } from "react";
import { Illustration } from "#web/ui/illustration.tsx";
import { ErrorTitle } from "./error-title.tsx";

interface ErrorMessageProps {
  readonly title: string;
  readonly message: string;
  /** Whether the page doesn't exist, which adds an illustration. */
  readonly isMissing?: boolean;
  /** What the user can do. */
  readonly children: ReactNode;
}

/** Shown in place of a page. */
export function ErrorMessage({ title, message, isMissing = false, children }: ErrorMessageProps) {
  return (
    <div className="mx-auto max-w-lg py-16 text-center text-balance md:py-24">
      <ErrorTitle title={title} />
      {isMissing ? <Illustration name="search" /> : null}
      <h1 className={isMissing ? "mt-4 text-2xl" : "text-2xl"}>{title}</h1>
      <p className="mt-3 text-muted">{message}</p>
      <div className="mt-6 flex justify-center gap-3">{children}</div>
    </div>
  );
}
