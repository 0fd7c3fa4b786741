/** Pages of the app by path, so that the server answers 404 to every other one. */
import { publicPages } from './public-pages.ts';

/** Pages behind a sign-in; `:id` stands for one path segment. */
export const signedInPages = [
  '/onboarding',
  '/dashboard',
  '/dashboard/partidos',
  '/dashboard/partidos/:id',
  '/dashboard/umbrales',
  '/dashboard/alertas',
  '/dashboard/configuracion',
  '/dashboard/plan',
] as const;

const pages = [...Object.keys(publicPages), ...signedInPages].map(
  (path) => new RegExp(`^${path.replace(/\/$/, '').replace(':id', '[^/]+')}/*$`, 'i'),
);

/** @param path without its query; like the router, case and a final slash make no difference */
export const isAppPage = (path: string): boolean => pages.some((page) => page.test(path));
