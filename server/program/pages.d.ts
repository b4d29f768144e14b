/** The pages, which `npm run build` builds from web/. */
declare module "#pages" {
  const build: import("react-router").ServerBuild;
  export = build;
}
