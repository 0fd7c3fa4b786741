/** The router and the server know the same pages: the server answers 404 to every other path. */
import type { RouteObject } from 'react-router-dom';
import { expect, it } from 'vitest';
import { isAppPage, signedInPages } from '#domain/app-pages.ts';
import { publicPages } from '#domain/public-pages.ts';
import { createRoutes } from './routes.tsx';

const pathsIn = (routes: readonly RouteObject[], base = ''): string[] =>
  routes.flatMap((route) => {
    const path = route.path === undefined ? base : `${base}/${route.path}`;
    return route.children ? pathsIn(route.children, path) : [path === '' ? '/' : path];
  });

it('the router has a screen for every page the server answers with 200, and no other', () => {
  const never = () => new Promise<never>(() => {});
  const paths = pathsIn(createRoutes({ loadSignedInRuntime: never, loadContactActor: never }));
  const known = [...Object.keys(publicPages), ...signedInPages];
  expect(paths.filter((path) => path !== '/*').sort()).toEqual(known.sort());
  expect(known.filter((path) => !isAppPage(path))).toEqual([]);
  expect(['/nope', '/dashboard/nope', '/logins'].filter(isAppPage)).toEqual([]);
});
