/** Meta tags of the real index.html. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publicPages } from '#domain/public-pages.ts';
import { injectMetaTags } from './html-meta.ts';

const index = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
const origin = 'https://vigia.example';
const all = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, text]) => text);

it.each(Object.entries(publicPages))(
  'a public page %s has one title and one description of its own',
  (path, { title, description }) => {
    const page = injectMetaTags(index, path, origin);
    expect(all(page, /<title>([^<]*)<\/title>/g)).toEqual([`${title} · Vigía`]);
    expect(all(page, /<meta name="description" content="([^"]*)">/g)).toEqual([description]);
    expect(all(page, /name="description"()/g)).toHaveLength(1);
    expect(all(page, /<meta property="og:title" content="([^"]*)">/g)).toEqual([title]);
    expect(all(page, /<link rel="canonical" href="([^"]*)">/g)).toEqual([`${origin}${path}`]);
    expect(all(page, /<meta property="og:image" content="([^"]*)">/g)).toEqual([
      `${origin}/tarjeta.png`,
    ]);
    expect(page).not.toContain('noindex');
    expect(description.length).toBeLessThanOrEqual(160);
  },
);

it.each(['/dashboard', '/nada', '/constructor', '/"><script>alert(1)</script>'])(
  'any other path %s is marked noindex, and the path is not echoed',
  (path) => {
    const page = injectMetaTags(index, path, origin);
    expect(all(page, /<title>([^<]*)<\/title>/g)).toEqual(['Vigía']);
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).not.toContain('rel="canonical"');
    expect(page).not.toContain('alert(1)');
  },
);
