/** What `npm run build` makes of web/. */
declare module "#pages" {
  const build: import("react-router").ServerBuild;
  export = build;
}
