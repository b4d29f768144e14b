import type { FormEvent } from "react";
import { setPageCookie } from "#web/page/page-cookies.ts";
import { Icon } from "#web/ui/icon.tsx";
import { createDensityCookie, DENSITIES, type Density, isDensity } from "./density.ts";

const LABELS = { comfortable: "Comfortable list", compact: "Compact list" } as const;
const ICONS = { comfortable: "rows-2", compact: "rows-4" } as const;

interface DensityControlProps {
  readonly density: Density;
  readonly onSelect: (density: Density) => void;
}

/** The choice between cards and rows is a plain form. With JavaScript, it takes effect immediately. */
export function DensityControl({ density, onSelect }: DensityControlProps) {
  function select(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const value = new FormData(event.currentTarget, submitter).get("density");
    if (!isDensity(value)) return;
    event.preventDefault();
    setPageCookie(createDensityCookie(value));
    onSelect(value);
  }

  return (
    <form method="post" action="/density" onSubmit={select}>
      <fieldset aria-label="List layout" className="tab-group">
        {DENSITIES.map((value) => (
          <button
            key={value}
            type="submit"
            name="density"
            value={value}
            aria-label={LABELS[value]}
            aria-pressed={density === value}
            title={LABELS[value]}
            className="tab"
          >
            <Icon name={ICONS[value]} />
          </button>
        ))}
      </fieldset>
    </form>
  );
}
