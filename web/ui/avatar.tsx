const CLASSES = { sm: "avatar", md: "avatar avatar-md", lg: "avatar avatar-lg" } as const;

interface AvatarProps {
  readonly name: string;
  readonly src: string | null;
  readonly size?: keyof typeof CLASSES;
}

export const getDefaultAvatar = (name: string): string => `/avatars/${encodeURIComponent(name)}.svg`;

/**
 * A member's picture, 24, 32 or 96 pixels wide (web/styles/parts.css). It is decorative, because the name is always
 * next to it.
 */
export function Avatar({ name, src, size = "sm" }: AvatarProps) {
  return <img src={src ?? getDefaultAvatar(name)} alt="" loading="lazy" className={CLASSES[size]} />;
}
