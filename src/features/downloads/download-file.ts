/** Downloads a text generated in the browser as a file. */
export function downloadFile(file: {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}): void {
  const url = URL.createObjectURL(new Blob([file.text], { type: file.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Revoked late: the browser must have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
