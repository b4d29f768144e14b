/** The sizes are 24, 32 and 96 pixels (64 on phones). */
const CLASSES = { sm: "avatar", md: "avatar avatar-md", lg: "avatar avatar-lg" } as const;

interface AvatarProps {
  readonly name: string;
  readonly src: string | null;
  readonly size?: keyof typeof CLASSES;
}

export const getDefaultAvatarUrl = (name: string): string => `/avatars/${encodeURIComponent(name)}.svg`;

/** A profile picture. It is decorative, because the context already shows whose it is. */
export function Avatar({ name, src, size = "sm" }: AvatarProps) {
  return <img src={src ?? getDefaultAvatarUrl(name)} alt="" loading="lazy" className={CLASSES[size]} />;
}
