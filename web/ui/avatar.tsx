const SIZES = { sm: 24, md: 32, lg: 96 } as const;

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
      decoding="async"
      className="shrink-0 rounded-full bg-hover object-cover"
      style={{ width: pixels, height: pixels }}
    />
  );
}
