/**
 * Switches the entry point to src/dev/main.tsx, with inspectable machines, in development and with `--mode qa`.
 * Production builds do not apply it.
 */
import type { Plugin } from 'vite';
import { furtherPage } from './contract/prerendered-pages.ts';

export const workbenchEntry: Plugin = {
  name: 'workbench-entry',
  apply: (_config, { command, mode }) => command === 'serve' || mode === 'qa',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace('/src/app/main.tsx', '/src/dev/main.tsx') + furtherPage('/dev/machines'),
  },
};
