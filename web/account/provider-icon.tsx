import sprite from "virtual:icon-sprite";

/** The sign of a provider in scripts/provider-symbols.ts. */
export function ProviderIcon({ id }: { id: string }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#provider-${id.startsWith("custom:") ? "custom" : id}`} />
    </svg>
  );
}
