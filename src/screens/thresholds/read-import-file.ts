/** Reads the chosen import file as text, whatever encoding its spreadsheet wrote; the server validates its content. */
import { importExportCopy as copy } from '#src/copy/import-export.ts';
import type { FileFormat } from '#store/api/api-types.ts';

export interface ImportFile {
  readonly name: string;
  readonly format: FileFormat;
  readonly file: string;
  /** Absent when it is UTF-8. */
  readonly readAs: { readonly encoding: string; readonly sample: string } | undefined;
}

/** The limit of the server, for UTF-8. */
const maxBytes = 1_000_000;

/** @returns the file, or an error message */
export async function readImportFile(picked: File): Promise<ImportFile | string> {
  // UTF-16 takes twice as much.
  if (picked.size > 2 * maxBytes) return copy.tooBig;
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await picked.arrayBuffer());
  } catch {
    // Moved or deleted since it was chosen.
    return copy.unreadable;
  }
  const decoded = decode(bytes);
  if (decoded === null) return copy.notText;
  const { text: file, encoding } = decoded;
  if (new Blob([file]).size > maxBytes) return copy.tooBig;
  const isJson = /\.json$/i.test(picked.name) || file.trimStart().startsWith('{');
  const readAs = encoding === undefined ? undefined : { encoding, sample: sampleOf(file) };
  return { name: picked.name, format: isJson ? 'json' : 'csv', file, readAs };
}

/** @returns null for what is no text, as a workbook; `encoding` where it is not UTF-8 */
function decode(bytes: Uint8Array): { text: string; encoding?: string } | null {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) {
    const text = decodeStrictly(utf16, bytes);
    return text === null || hasControls(text) ? null : { text, encoding: 'UTF-16' };
  }
  const text = decodeStrictly('utf-8', bytes);
  if (text !== null) return hasControls(text) ? null : { text };
  const ansi = new TextDecoder('windows-1252').decode(bytes);
  return hasControls(ansi) ? null : { text: ansi, encoding: 'Windows-1252' };
}

/** Which no text has, but every workbook; in Windows-1252 its undefined bytes, too. */
const hasControls = (text: string) => /\p{Cc}/u.test(text.replaceAll(/[\t\r\n]/g, ''));

/** Its byte order mark says so, or every other byte of its first letters is zero. */
function utf16Of([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return null;
}

function decodeStrictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The first cell with a letter that another encoding would change. */
const sampleOf = (text: string): string =>
  /[^\r\n\t;,"]*[^\p{ASCII}][^\r\n\t;,"]*/u.exec(text)?.[0].trim().slice(0, 40) ?? '';
