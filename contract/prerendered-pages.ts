/** What the build leaves on disk of the pages to read, and what the server writes into them when it sends them. */
import type { PrerenderedPath } from '#domain/public-pages.ts';

/** Within the build's folder. */
export const prerenderedFile = (path: PrerenderedPath): string => `pages${path}.html`;

/** Stands where each environment has its own address for support. */
export const supportEmailPlaceholder = 'soporte@vigia.invalid';

/** Stands where the day is told; without a server to say which it is, it is true as it stands. */
export const todayPlaceholder = '<time>hoy</time>';
