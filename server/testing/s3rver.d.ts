declare module "@20minutes/s3rver" {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ port: number }>;
  }
}

declare module "@20minutes/s3rver/lib/signature/v4.js" {
  const signatures: { getStringToSign(canonical: { readonly uri: string }, request: unknown): string };
  export default signatures;
}
