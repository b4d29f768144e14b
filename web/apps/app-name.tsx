import type { AppSummary } from "#core/accounts/oauth.ts";

/** Shown instead of the app's logo: loading the logo would reveal to the app's server who views the page, and when. */
export const AppInitial = ({ name }: { name: string }) => (
  <span
    aria-hidden="true"
    className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-lg font-bold text-accent"
  >
    {[...name][0]?.toLocaleUpperCase("en")}
  </span>
);

/** The app's name and the host of its website, which an app can't choose as freely as its name. */
export function AppName({ app: { name, website } }: { app: AppSummary }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{name}</p>
      {website ? (
        <a
          href={website}
          target="_blank"
          rel="noopener noreferrer"
          className="text-sm wrap-anywhere text-accent text-link"
        >
          {new URL(website).host}
        </a>
      ) : null}
    </div>
  );
}
