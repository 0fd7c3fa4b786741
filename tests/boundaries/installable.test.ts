/** Web app manifest, icons and link preview image: present, of the declared size, in the design's colours. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');

/** Reads width and height from the PNG header. */
async function pngSize(path: string): Promise<string> {
  const file = await readFile(join(root, path));
  expect(file.subarray(1, 4).toString('latin1'), path).toBe('PNG');
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

it('the manifest names existing icons of the declared sizes, one of them maskable', async () => {
  const { icons } = JSON.parse(await read('public/manifest.webmanifest')) as {
    icons: { src: string; sizes: string; purpose: string }[];
  };
  for (const { src, sizes } of icons) expect(await pngSize(`public${src}`)).toBe(sizes);
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});

it('the page links only existing files', async () => {
  const links = [...(await read('index.html')).matchAll(/<link [^>]*href="(\/[^"]*)"/g)];
  const paths = links.map(([, path = '']) => path);
  expect(paths).toEqual(expect.arrayContaining(['/manifest.webmanifest', '/apple-touch-icon.png']));
  for (const path of paths) {
    const there = existsSync(join(root, 'public', path)) || existsSync(join(root, path));
    expect(there, path).toBe(true);
  }
  // A space in a URL is an error of HTML (Nu checker), data: included.
  expect(await read('index.html')).not.toMatch(/(href|src)="[^"]*\s[^"]*"/);
  expect(await pngSize('public/apple-touch-icon.png')).toBe('180x180');
  expect(await pngSize('public/tarjeta.png')).toBe('1200x630');
  const ico = await readFile(join(root, 'public/favicon.ico'));
  expect(ico.subarray(0, 4).toString('hex'), 'the container of an icon').toBe('00000100');
});
