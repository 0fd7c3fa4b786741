/** Which addresses open the app, and what its pages carry. */
import { tmpdir } from 'node:os';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { ClientConfig } from '#contract/client-config.ts';
import { isNavigation, serveSpa } from './spa.ts';

it.each(['/', '/dashboard', '/dashboard/partidos/m1', '/healthy', '/una.pagina-sin-extension'])(
  '%s opens the app',
  (path) => {
    expect([isNavigation('GET', path), isNavigation('HEAD', path)]).toEqual([true, true]);
    expect(isNavigation('POST', path)).toBe(false);
  },
);

it.each(['/api', '/api/users', '/assets/x', '/.well-known/nothing', '/health', '/metrics'])(
  '%s never does: a program or a browser gets 404',
  (path) => {
    expect(isNavigation('GET', path)).toBe(false);
  },
);

it('a configuration that the browser would read wrongly stops the start', async () => {
  const incomplete = { version: '1', supportEmail: 'ayuda@vigia.test' } as ClientConfig;
  const settings = { distDir: tmpdir(), origin: 'https://vigia.test', scriptUrl: null };
  const serving = serveSpa(Fastify(), { ...settings, clientConfig: incomplete });
  await expect(serving).rejects.toThrow('firebase');
});
