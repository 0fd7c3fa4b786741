/** Which addresses are pages: every other one is answered with 404, and the public ones have a title of their own. */
import { expect, it } from 'vitest';
import { isAppPage } from './app-pages.ts';
import { isPrerendered, publicPageAt } from './public-pages.ts';

it.each(['/', '/login', '/Terms/', '/dashboard', '/dashboard/partidos/m1', '/onboarding'])(
  '%s is a page',
  (path) => {
    expect(isAppPage(path)).toBe(true);
  },
);

it.each(['/other', '/dashboard/other', '/dashboard/partidos/m1/other', '/api/docs', '/login/a'])(
  '%s is none',
  (path) => {
    expect(isAppPage(path)).toBe(false);
  },
);

it('a public page has a title; one behind a sign-in, and the name of an object’s member, have none', () => {
  expect(publicPageAt('/terms')?.title).toBe('Términos y condiciones');
  expect(publicPageAt('/dashboard')).toBeNull();
  expect(publicPageAt('toString')).toBeNull();
});

it('static pages are prerendered, forms are not', () => {
  expect(['/terms', '/support', '/login', '/'].map(isPrerendered)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
