import { expect, it } from 'vitest';
import { alertsPath, matchPath } from './app-links.ts';

it('names only what is given, and lets no id end its field', () => {
  expect(matchPath('m1')).toBe('/dashboard/partidos/m1');
  expect(matchPath('a/b', { collectible: 'c&umbral=x', threshold: 't' })).toBe(
    '/dashboard/partidos/a%2Fb?c=c%26umbral%3Dx&umbral=t',
  );
  expect(alertsPath({ threshold: 't' })).toBe('/dashboard/alertas?umbral=t');
});
