/** The documents the build has left: one for each page to read, with its text, and index.html for every other address. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  prerenderedFile,
  supportEmailPlaceholder,
  todayPlaceholder,
} from '#contract/prerendered-pages.ts';
import { isPrerendered } from '#domain/public-pages.ts';
import { escapeHtml, html } from '../html.ts';

/** Read each time: a few kilobytes, and a new build shows without a restart. @returns null before the first build */
export async function readPrerenderedPage(
  distDir: string,
  path: string,
  supportEmail: string,
): Promise<string | null> {
  const read = (file: string) => readFile(join(distDir, file), 'utf8').catch(() => null);
  const page = isPrerendered(path) ? await read(prerenderedFile(path)) : null;
  return page === null ? read('index.html') : filled(page, supportEmail, new Date());
}

/** @param today told by this server's clock; the reader's corrects it where it is another day already */
function filled(page: string, supportEmail: string, today: Date): string {
  const day = new Intl.DateTimeFormat('sv-SE').format(today);
  const text = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long' }).format(today);
  return page
    .replaceAll(supportEmailPlaceholder, () => escapeHtml(supportEmail))
    .replaceAll(todayPlaceholder, () => html`<time datetime="${day}">${text}</time>`.text);
}
