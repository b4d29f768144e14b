/** The URL of the sprite built by scripts/icon-sprite.ts. */
declare module "virtual:icon-sprite" {
  const url: string;
  export default url;
}
