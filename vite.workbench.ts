/**
 * The one switch between the product and what is watched: served for development, or built with `--mode qa`, the page
 * begins at src/dev/main.tsx. A production build never hears of it.
 */
import type { Plugin } from 'vite';

export const watchedEntry: Plugin = {
  name: 'watched-entry',
  apply: (_config, { command, mode }) => command === 'serve' || mode === 'qa',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('/src/app/main.tsx', '/src/dev/main.tsx'),
  },
};
