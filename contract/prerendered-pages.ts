/** Paths of the prerendered HTML files, the placeholders the server fills in when it sends them, and the mark of further pages. */
import type { PrerenderedPath } from '#domain/public-pages.ts';

/** Relative to the build's folder. */
export const prerenderedFile = (path: PrerenderedPath): string => `pages${path}.html`;

/** Replaced by the environment's support address. */
export const supportEmailPlaceholder = 'soporte@vigia.invalid';

/** Replaced by today's date; readable as it is (“hoy”) where no server does so. */
export const todayPlaceholder = '<time>hoy</time>';

/** In the HTML of a build that has this page besides the app's, as the workbench: it is sent with 200. */
export const furtherPage = (path: string): string => `<!-- page ${path} -->`;
