/** Gives the person a file made here, as a download. */
export function downloadFile(file: {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}): void {
  const address = URL.createObjectURL(new Blob([file.text], { type: file.type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // After the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
