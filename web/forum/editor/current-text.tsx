export default function CurrentText({ text }: { readonly text: string }) {
  return (
    <details open className="rounded-md border border-warning/40 bg-warning-soft px-4 py-3 text-sm">
      <summary className="cursor-pointer font-semibold">Current text</summary>
      <p className="mt-2 max-h-80 overflow-y-auto break-words whitespace-pre-wrap">{text}</p>
    </details>
  );
}
