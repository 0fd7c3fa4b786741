/** Which addresses are pages: every other one is answered with 404, and the public ones have a title of their own. */
import { expect, it } from 'vitest';
import { isAppPage } from './app-pages.ts';
import { isPrerendered, publicPageAt, publicPages } from './public-pages.ts';

const pages = ['/', '/login', '/Terms/', '/dashboard', '/dashboard/partidos/m1', '/onboarding'];
const none = [
  '/other',
  '/dashboard/other',
  '/dashboard/partidos/m1/other',
  '/api/docs',
  '/login/a',
];

it('tells pages from other addresses', () => {
  expect([...pages, ...none].filter(isAppPage)).toEqual(pages);
});

it('a public page has a title; one behind a sign-in, and the name of an object’s member, have none', () => {
  expect(publicPageAt('/terms')).toBe(publicPages['/terms']);
  expect(publicPageAt('/dashboard')).toBeNull();
  expect(publicPageAt('toString')).toBeNull();
});

it('static pages are prerendered, forms are not', () => {
  const prerendered = ['/terms', '/support', '/login', '/'].filter(isPrerendered);
  expect(prerendered).toEqual(['/terms', '/support']);
});
