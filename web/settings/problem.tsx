import type { ReactNode } from "react";

interface ProblemProps {
  readonly children: ReactNode;
  /** Offers to confirm who is signed in, and to come back to this page of the settings. */
  readonly proofFor?: string | undefined;
}

/** A refusal that belongs to no one field. Read out when it appears. */
export function Problem({ children, proofFor }: ProblemProps) {
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
