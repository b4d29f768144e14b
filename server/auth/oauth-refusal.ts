/** An error in OAuth's format, which the auth protocol uses for the grants id_token and web3. */
export class OAuthRefusal extends Error {
  override readonly name = "OAuthRefusal";
  readonly error: string;

  constructor(description: string, error = "invalid request") {
    super(description);
    this.error = error;
  }
}
