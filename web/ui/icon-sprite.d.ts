/** The URL of the sprite built by scripts/icon-sprite.ts. */
declare module "virtual:icon-sprite" {
  const address: string;
  export default address;
}
