import type { ReactNode } from "react";

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {lead ? <p className="mt-1 max-w-[70ch] text-sm text-pretty text-muted">{lead}</p> : null}
      <div className="mt-4">{children}</div>
    </section>
  );
}
