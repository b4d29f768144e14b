export interface GeneratedPosts {
  readonly posts: number;
}
export async function generatePosts(): Promise<GeneratedPosts> {
  return { posts: 0 };
}
