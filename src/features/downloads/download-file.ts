/** Reading a response as text takes it away, and without it spreadsheets take accents for another encoding. */
const byteOrderMark = '\uFEFF';

/** Downloads a text as a file. */
export function downloadFile(file: {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}): void {
  const parts = file.type === 'text/csv' ? [byteOrderMark, file.text] : [file.text];
  const url = URL.createObjectURL(new Blob(parts, { type: file.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Revoked late: the browser must have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
