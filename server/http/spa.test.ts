/** Which addresses open the app, and what its pages carry. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClientConfig } from '#contract/client-config.ts';
import {
  prerenderedFile,
  supportEmailPlaceholder,
  todayPlaceholder,
} from '#contract/prerendered-pages.ts';
import { readHtmlPage } from './html-pages.ts';
import { isNavigation, serveSpa } from './spa.ts';

it.each([
  '/',
  '/dashboard',
  '/dashboard/partidos/m1',
  '/apis',
  '/healthy',
  '/una.pagina-sin-extension',
  '/v1x',
])('%s opens the app', (path) => {
  expect([isNavigation('GET', path), isNavigation('HEAD', path)]).toEqual([true, true]);
  expect(isNavigation('POST', path)).toBe(false);
});

it.each([
  '/api',
  '/api/users',
  '/__local/mail',
  '/v1/projects',
  '/assets/x',
  '/.well-known/nothing',
  '/health',
  '/metrics',
  '/identitytoolkit.googleapis.com/v1',
  '/favicon.svg',
  '/dashboard/x.html',
])('%s never does: a program or a browser gets 404', (path) => {
  expect(isNavigation('GET', path)).toBe(false);
});

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'vigia-dist-'));
});
afterEach(() => rm(dist, { recursive: true, force: true }));
const write = async (name: string, text: string) => {
  await mkdir(dirname(join(dist, name)), { recursive: true });
  await writeFile(join(dist, name), text);
};
const read = (path: string) => readHtmlPage(dist, path, 'a&b@vigia.test');

it('before the first build there is no page', async () => {
  expect(await read('/')).toBeNull();
});

it('a prerendered page has today’s date and the address of the support, others the app itself', async () => {
  const path = '/terms';
  await write('index.html', `app ${supportEmailPlaceholder}`);
  expect(await read(path)).toBe(`app ${supportEmailPlaceholder}`);
  await write(
    prerenderedFile(path),
    `${supportEmailPlaceholder} ${supportEmailPlaceholder} ${todayPlaceholder}`,
  );
  const page = await read(path);
  expect(page).toMatch(
    /^a&#38;b@vigia\.test a&#38;b@vigia\.test <time datetime="\d{4}-\d\d-\d\d">/,
  );
  expect(page).toContain(String(new Date().getFullYear()));
  expect(await read('/dashboard')).toContain('app');
});

it('a configuration that the browser would read wrongly stops the start', async () => {
  const incomplete = { version: '1', supportEmail: 'ayuda@vigia.test' } as ClientConfig;
  const settings = { distDir: dist, origin: 'https://vigia.test', scriptUrl: null };
  const serving = serveSpa(Fastify(), { ...settings, clientConfig: incomplete });
  await expect(serving).rejects.toThrow('firebase');
});
