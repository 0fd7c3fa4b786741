/**
 * After the browser's half, the pages to read: each a copy of index.html that holds its text, with the styles and the
 * code of its screen named in its head. The server sends them (server/spa.ts); the app then takes them over.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EnvironmentOptions, Rolldown, ViteBuilder } from 'vite';
import { pageFile, supportEmailMark } from './contract/page-files.ts';
import type { ReadingPath } from './domain/public-pages.ts';

type Output = Rolldown.RolldownOutput['output'];

const styles = 'src/styles/pages.css';
const screens: Readonly<Record<ReadingPath, string>> = {
  '/how-it-works': 'src/screens/how-it-works/how-it-works-screen.tsx',
  '/terms': 'src/screens/legal/terms-screen.tsx',
  '/privacy': 'src/screens/legal/privacy-screen.tsx',
  '/support': 'src/screens/support/support-screen.tsx',
};

/** One file that holds all it needs, so that it runs wherever the build is put. */
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

export async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, prerender } = builder.environments;
  if (client === undefined || prerender === undefined) throw new Error('two environments');
  const files = filesOf(await builder.build(client));
  const [program] = filesOf(await builder.build(prerender));
  if (program?.type !== 'chunk') throw new Error('nothing to prerender with');
  const folder = resolve(client.config.root, client.config.build.outDir);
  const index = await readFile(join(folder, 'index.html'), 'utf8');
  for (const [path, text] of await run(program.code, folder)) {
    const page = index
      .replace(/\s*<noscript>.*<\/noscript>/, '')
      .replace('<div id="root">', (root) => root + text)
      .replace('</head>', (end) => headOf(path, files, index) + end);
    await mkdir(join(folder, 'pages'), { recursive: true });
    await writeFile(join(folder, pageFile(path)), page);
  }
}

/** The styles stand in the way of the first paint; the code comes at the same time instead of after the app's. */
function headOf(path: ReadingPath, files: Output, index: string): string {
  const css = files.find(
    (file) => file.type === 'asset' && file.originalFileNames.includes(styles),
  );
  const screen = files.find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(screens[path]),
  );
  if (css === undefined || screen?.type !== 'chunk')
    throw new Error(`no styles or code of ${path}`);
  const code = [screen.fileName, ...screen.imports].filter((name) => !index.includes(name));
  return [
    `  <link rel="stylesheet" crossorigin href="/${css.fileName}">`,
    ...code.map((name) => `  <link rel="modulepreload" crossorigin href="/${name}">`),
    '  ',
  ].join('\n  ');
}

function filesOf(result: Awaited<ReturnType<ViteBuilder['build']>>): Output {
  if (Array.isArray(result) || !('output' in result)) throw new Error('one build, one output');
  return result.output;
}

async function run(code: string, folder: string): Promise<Map<ReadingPath, string>> {
  const file = join(folder, 'prerender.mjs');
  await writeFile(file, code);
  const { prerenderPages } = await import(pathToFileURL(file).href);
  await rm(file);
  return prerenderPages(supportEmailMark);
}
