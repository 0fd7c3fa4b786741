/**
 * The whole build in its order, and what comes last: the public pages, prerendered, are copies of index.html with the rendered HTML
 * and a stylesheet link, whose scripts load after the first paint. The server sends them (server/http/html-pages.ts); the app hydrates them.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EnvironmentOptions, ViteBuilder } from 'vite';
import { prerenderedFile, supportEmailPlaceholder } from './contract/prerendered-pages.ts';
import type { PrerenderedPath } from './domain/public-pages.ts';
import { addFirstLoad } from './vite.first-load.ts';
import { filesFor, filesOf } from './vite.output.ts';
import { writeServiceWorker } from './vite.service-worker.ts';

const screens: Readonly<Record<PrerenderedPath, string>> = {
  '/how-it-works': 'src/screens/how-it-works/how-it-works-screen.tsx',
  '/terms': 'src/screens/legal/terms-screen.tsx',
  '/privacy': 'src/screens/legal/privacy-screen.tsx',
  '/support': 'src/screens/support/support-screen.tsx',
};

/** A single self-contained module, so that it runs from any folder. */
export const prerenderEnvironment: EnvironmentOptions = {
  consumer: 'server',
  resolve: { noExternal: true },
  build: {
    write: false,
    emitAssets: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: 'src/app/prerender.tsx',
      output: { codeSplitting: false, entryFileNames: 'prerender.mjs' },
    },
  },
};

/** Builds the client, then the prerendered pages and the service worker into it. @throws when a build is not as expected */
export async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, prerender, serviceWorker } = builder.environments;
  if (client === undefined || prerender === undefined || serviceWorker === undefined)
    throw new Error('client, prerender and serviceWorker environments expected');
  const files = filesOf(await builder.build(client));
  const [program] = filesOf(await builder.build(prerender));
  if (program?.type !== 'chunk') throw new Error('the prerender build emitted no chunk');
  const folder = resolve(client.config.root, client.config.build.outDir);
  await writeServiceWorker(folder, {
    client: files,
    worker: filesOf(await builder.build(serviceWorker)),
  });
  const index = await readFile(join(folder, 'index.html'), 'utf8');
  await writeFile(join(folder, 'index.html'), addFirstLoad(index, files));
  for (const [path, text] of await run(program.code, folder)) {
    await mkdir(join(folder, 'pages'), { recursive: true });
    await writeFile(
      join(folder, prerenderedFile(path)),
      pageOf(index, text, filesFor([screens[path]], files)),
    );
  }
}

const appScript = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/;
const preload = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;

function pageOf(index: string, text: string, { css, code }: ReturnType<typeof filesFor>): string {
  const [, app] = appScript.exec(index) ?? [];
  if (app === undefined) throw new Error('index.html starts no app');
  const first = [...index.matchAll(preload)].flatMap(([, file]) => file ?? []);
  const all = [...new Set([...first, app, ...code])];
  return index
    .replace(appScript, '')
    .replaceAll(preload, '')
    .replace(/\s*<noscript>.*<\/noscript>/, '')
    .replace(
      '</head>',
      (end) =>
        `${css
          .filter((href) => !index.includes(href))
          .map(linkTo)
          .join('')}  ${end}`,
    )
    .replace('<div id="root">', (root) => root + text)
    .replace('</body>', (end) => `  ${startAfterPaint(app, all)}\n  ${end}`);
}

const linkTo = (href: string) => `  <link rel="stylesheet" crossorigin href="${href}">\n`;

/** Inline script that loads the code after the first paint, or at once in a hidden page. */
function startAfterPaint(app: string, all: readonly string[]): string {
  return `<script>
      {
        const start = () => {
          for (const href of ${JSON.stringify(all)})
            document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
          import('${app}');
        };
        if (document.hidden) start();
        else requestAnimationFrame(() => setTimeout(start));
      }
    </script>`;
}

async function run(code: string, folder: string): Promise<Map<PrerenderedPath, string>> {
  const file = join(folder, 'prerender.mjs');
  await writeFile(file, code);
  const { prerenderPages } = await import(pathToFileURL(file).href);
  await rm(file);
  return prerenderPages(supportEmailPlaceholder);
}
