/** Reads the HTML page of a path, prerendered or else index.html, and fills in its placeholders. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  prerenderedFile,
  supportEmailPlaceholder,
  todayPlaceholder,
} from '#contract/prerendered-pages.ts';
import { escapeHtml, html } from '#domain/html.ts';
import { isPrerendered } from '#domain/public-pages.ts';

/** Not cached: a few kilobytes, and a new build needs no restart. @returns null before the first build */
export async function readHtmlPage(
  distDir: string,
  path: string,
  supportEmail: string,
): Promise<string | null> {
  const read = (file: string) => readFile(join(distDir, file), 'utf8').catch(() => null);
  const page = isPrerendered(path) ? await read(prerenderedFile(path)) : null;
  return page === null ? read('index.html') : fillPlaceholders(page, supportEmail, new Date());
}

/** @param today by the server's clock; the client corrects it where it is already another day */
function fillPlaceholders(page: string, supportEmail: string, today: Date): string {
  const day = new Intl.DateTimeFormat('sv-SE').format(today);
  const text = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long' }).format(today);
  return page
    .replaceAll(supportEmailPlaceholder, () => escapeHtml(supportEmail))
    .replaceAll(todayPlaceholder, () => html`<time datetime="${day}">${text}</time>`.text);
}
