/** Reads the chosen import file as text; the server validates its content. */
import { importExportCopy as copy } from '#src/copy/import-export.ts';
import type { ThresholdFileFormat } from '#store/api/api-types.ts';

export interface ImportFile {
  readonly name: string;
  readonly format: ThresholdFileFormat;
  readonly file: string;
}

/** The limit of the server. */
const maxBytes = 1_000_000;

/** @returns the file, or an error message */
export async function readImportFile(picked: File): Promise<ImportFile | string> {
  if (picked.size > maxBytes) return copy.tooBig;
  let file: string;
  try {
    file = await picked.text();
  } catch {
    // Moved or deleted since it was chosen.
    return copy.unreadable;
  }
  const isJson = /\.json$/i.test(picked.name) || file.trimStart().startsWith('{');
  return { name: picked.name, format: isJson ? 'json' : 'csv', file };
}
