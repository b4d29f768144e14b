import type { ReactNode } from "react";

/** An error that doesn't belong to a single field. Announced by screen readers. */
export function Problem({ children, proofFor }: { children: ReactNode; proofFor?: string | undefined }) {
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
      {children}
      {proofFor ? (
        <>
          {" "}
          <a
            href={`/settings/confirm?${new URLSearchParams({ next: proofFor })}`}
            className="font-semibold underline"
          >
            Confirm it's you
          </a>
        </>
      ) : null}
    </p>
  );
}
