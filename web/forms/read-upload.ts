/** The bytes of an uploaded file; none if the field is missing or not a file. */
export async function readUpload(form: FormData, name: string): Promise<Uint8Array> {
  const file = form.get(name);
  return file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
}
