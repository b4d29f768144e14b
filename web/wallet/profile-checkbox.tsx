interface ProfileCheckboxProps {
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
}

export function ProfileCheckbox({ isShown, onChange }: ProfileCheckboxProps) {
  return (
    <label className="flex items-center gap-2 justify-self-start text-sm text-muted">
      <input
        type="checkbox"
        checked={isShown}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      Show my address on my profile
    </label>
  );
}
