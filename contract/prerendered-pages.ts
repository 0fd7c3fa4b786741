/** Paths of the prerendered HTML files, and the placeholders the server fills in when it sends them. */
import type { PrerenderedPath } from '#domain/public-pages.ts';

/** Relative to the build's folder. */
export const prerenderedFile = (path: PrerenderedPath): string => `pages${path}.html`;

/** Replaced by the environment's support address. */
export const supportEmailPlaceholder = 'soporte@vigia.invalid';

/** Replaced by today's date; readable as it is (“hoy”) where no server does so. */
export const todayPlaceholder = '<time>hoy</time>';
