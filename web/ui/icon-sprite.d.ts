/** The address of the sprite that scripts/icon-sprite.ts makes. */
declare module "virtual:icon-sprite" {
  const address: string;
  export default address;
}
