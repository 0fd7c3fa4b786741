/** What the build leaves on disk of the pages to read, and what the server writes into them when it sends them. */
import type { ReadingPath } from '#domain/public-pages.ts';

/** Within the build's folder. */
export const pageFile = (path: ReadingPath): string => `pages${path}.html`;

/** Stands where each environment has its own address for support. */
export const supportEmailMark = 'soporte@vigia.invalid';

/** Stands where the day is told; without a server to say which it is, it is true as it stands. */
export const todayMark = '<time>hoy</time>';
