/** The HTML page with the environment's configuration, static assets, and security headers. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientConfig } from '#contract/client-config.ts';
import {
  prerenderedFile,
  supportEmailPlaceholder,
  todayPlaceholder,
} from '#contract/prerendered-pages.ts';
import { brandFontPath } from '#domain/brand.ts';
import { openTestApi } from './api.harness.ts';

const api = await openTestApi({
  prepareDist: async (dist) => {
    await mkdir(join(dist, 'assets'), { recursive: true });
    await writeFile(
      join(dist, 'index.html'),
      '<!doctype html><html lang="es"><head><meta charset="utf-8"></head><body></body></html>',
    );
    await mkdir(join(dist, 'pages'));
    await writeFile(
      join(dist, prerenderedFile('/terms')),
      `<!doctype html><html lang="es"><head><script>first()</script></head><body>Términos, ${todayPlaceholder}
      <a href="mailto:${supportEmailPlaceholder}">${supportEmailPlaceholder}</a></body></html>`,
    );
    await writeFile(join(dist, 'assets', 'app-1a2b.js'), `console.log('${'x'.repeat(3_000)}')`);
    await writeFile(join(dist, 'assets', 'archivo-basic-9z8y.woff2'), 'font');
    await writeFile(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(dist, 'favicon.ico'), 'icon');
    await writeFile(join(dist, 'manifest.webmanifest'), '{}');
    await writeFile(join(dist, 'service-worker.js'), 'addEventListener;');
    for (const name of ['notes.md', 'app.js.map', '.env']) await writeFile(join(dist, name), 'x');
  },
});
const get = (url: string, headers = {}) => api.call({ url, as: null, headers });

const inlineConfig = (text: string): string =>
  /<script type="application\/json" id="vigia-config">(.*?)<\/script>/.exec(text)?.[1] ?? '';

describe('the page', () => {
  it.each([
    ['/', 200],
    ['/login', 200],
    ['/login/?email=x', 200],
    ['/dashboard/partidos/m1', 200],
    ['/dashboard/partidos/m1/otra', 404],
    ['/dashboard/nope', 404],
    ['/anything?else', 404],
  ])('answers %s with %i', async (url, expected) => {
    const { status, text, headers } = await get(url);
    expect([status, headers['cache-control']]).toEqual([expected, 'no-store']);
    expect(text).toContain('<script defer src="/__local/gapi.js"></script>');
    expect(text).toContain('<head><meta charset="utf-8"><script type="application/json"');
    const config = clientConfig.parse(JSON.parse(inlineConfig(text)));
    expect(config.landingUrl).toBe('https://example.test/</script>');
    const nonce = /<style id="_goober" nonce="(\w+)"> <\/style>/.exec(text)?.[1];
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  });

  it('is prerendered where the build has a page, with today’s date and the support address', async () => {
    const today = () => new Intl.DateTimeFormat('es-ES', { dateStyle: 'long' }).format(new Date());
    const before = today();
    const { text, headers } = await get('/terms?from=mail');
    // Midnight may lie between the two.
    const days = [before, today()];
    const shownDate = /Términos, <time datetime="\d{4}-\d\d-\d\d">(\d.*?)<\/time>/.exec(text)?.[1];
    expect(days).toContain(shownDate);
    const { supportEmail } = clientConfig.parse(JSON.parse(inlineConfig(text)));
    expect(text).toContain(`<a href="mailto:${supportEmail}">${supportEmail}</a>`);
    const nonce = /<script nonce="(\w+)">first\(\)<\/script>/.exec(text)?.[1];
    expect(headers['content-security-policy']).toMatch(
      new RegExp(`script-src [^;]*'nonce-${nonce}'`),
    );
    // Without a prerendered file the app renders the page.
    expect((await get('/privacy')).text).toContain('<body></body>');
    expect((await get('/pages/terms.html')).status).toBe(404);
  });

  it('is not the answer to unknown API paths, assets or services: they answer 404', async () => {
    // Which paths are pages: server/http/spa.test.ts. What lies beside the page is no part of it.
    for (const url of ['/api/nope', '/assets/nope.js', '/app.js.map', '/.env']) {
      const { status, headers } = await get(url);
      const json = 'application/json; charset=utf-8';
      expect([url, status, headers['content-type']]).toEqual([url, 404, json]);
    }
    expect((await get('/notes.md')).text).not.toBe('x');
    expect((await api.call({ method: 'POST', url: '/login', as: null })).status).toBe(404);
    for (const url of [
      '/..%2fpackage.json',
      '/assets/..%2f..%2fpackage.json',
      '/%2e%2e/etc/passwd',
    ])
      expect((await get(url)).text).not.toContain('vigia-keys');
  });

  it('serves hashed assets as immutable, compressed on request', async () => {
    const { headers } = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['content-security-policy']).toBeUndefined();
    for (const icon of ['/favicon.svg', '/favicon.ico']) expect((await get(icon)).status).toBe(200);
  });

  it('serves the service worker at the root, compared with the server at every page view', async () => {
    const { status, headers } = await get('/service-worker.js');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-type']).toContain('javascript');
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
    const { etag } = headers;
    expect((await get('/service-worker.js', { 'if-none-match': String(etag) })).status).toBe(304);
  });

  it('serves the manifest and robots.txt, cached for an hour', async () => {
    const manifest = await get('/manifest.webmanifest');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    expect(manifest.headers['cache-control']).toBe('public, max-age=3600');
    const robots = await get('/robots.txt');
    expect(robots.headers['cache-control']).toBe('public, max-age=3600');
    expect(robots.text).toContain('Disallow: /api/');
    expect(robots.text).toContain('Disallow: /dashboard');
    expect(robots.text).not.toMatch(/Disallow: \/(how-it-works|terms|privacy|support|login)?$/m);
  });

  it('serves security.txt with a contact and an end within a year (RFC 9116)', async () => {
    const { status, text, headers } = await get('/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
    expect(text).toMatch(/^Canonical: https?:\S+\/\.well-known\/security\.txt$/m);
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  });

  it('leads from a lasting address to the build’s font, for the pages behind mail links', async () => {
    const answer = await api.app.inject(brandFontPath);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      '/assets/archivo-basic-9z8y.woff2',
    ]);
  });
});
