/** Builds the SPA: one bundle for every environment, and the pages to read; the server writes the configuration into the page. */
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildApp, prerenderEnvironment } from './vite.prerender.ts';
import { watchedEntry } from './vite.workbench.ts';

/** The heaviest file first: it takes the connection that is already open, and has the longest way. */
const heaviestFirst: Plugin = {
  name: 'heaviest-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const preload = /\s*<link rel="modulepreload"[^>]*libraries[^>]*>/.exec(html)?.[0];
      if (preload === undefined) return html;
      return html.replace(preload, '').replace(/\s*<script type="module"/, `${preload}$&`);
    },
  },
};

const identityModule = 'src/services/firebase-identity.ts';

/** Whoever is probably signed in waits for the identity SDK: theirs is asked for with the app's code. */
const identityAhead: Plugin = {
  name: 'identity-ahead',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const sdk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(identityModule));
      if (sdk === undefined) return html;
      const files = [sdk.fileName, ...sdk.imports].filter((file) => !html.includes(file));
      return html.replace(
        "dataset.session = 'expected';",
        `{
          $&
          for (const file of ${JSON.stringify(files)})
            document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
        }`,
      );
    },
  },
};

export default defineConfig({
  plugins: [react(), heaviestFirst, identityAhead, watchedEntry],
  build: {
    target: 'es2022',
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  builder: { buildApp },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Two files for the first page: a connection more costs a phone more than it saves.
              groups: [
                // Others' code, which a deployment of ours leaves as it was; then ours.
                {
                  name: 'libraries',
                  test: /node_modules|rolldown\/runtime/,
                  tags: ['$initial'],
                  priority: 1,
                },
                { name: 'first', tags: ['$initial'] },
              ],
            },
          },
        },
      },
    },
    prerender: prerenderEnvironment,
  },
});
