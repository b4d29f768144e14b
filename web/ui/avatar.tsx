const SIZES = { sm: 24, md: 32, lg: 96 } as const;
const CLASSES = { sm: "avatar", md: "avatar avatar-md", lg: "avatar avatar-lg" } as const;

interface AvatarProps {
  readonly name: string;
  readonly src: string | null;
  readonly size?: keyof typeof SIZES;
}

/** A picture beside a written name: decoration, so it has no words of its own. */
export function Avatar({ name, src, size = "sm" }: AvatarProps) {
  const pixels = SIZES[size];
  return (
    <img
      src={src ?? `/avatars/${encodeURIComponent(name)}.svg`}
      alt=""
      width={pixels}
      height={pixels}
      loading="lazy"
      className={CLASSES[size]}
    />
  );
}
