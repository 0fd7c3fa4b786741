/**
 * The production bundle contains neither code, libraries nor texts of the workbench, no secrets, and nothing that the
 * oldest supported browsers cannot run or draw; what a page loads before it can be used stays within its budget.
 */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { workbenchCopy } from '#src/dev/workbench-copy.ts';
import { newestApis } from '#tests/support/newest-apis.ts';
import { credentialsIn } from './credentials.ts';

type Chunk = Rolldown.OutputChunk;

interface Bundle {
  readonly chunks: readonly Chunk[];
  readonly modules: readonly string[];
  readonly text: string;
  readonly css: string;
}

async function buildProduction(): Promise<Bundle> {
  const result = await build({
    mode: 'production',
    logLevel: 'error',
    build: { write: false, cssMinify: false, emptyOutDir: false },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  const files = outputs.flatMap(({ output }) => output);
  return {
    chunks: files.filter((file) => file.type === 'chunk'),
    modules: files.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : [])),
    text: files.map((file) => (file.type === 'chunk' ? file.code : String(file.source))).join('\n'),
    css: files
      .map((file) => (/\.css$/.test(file.fileName) && file.type === 'asset' ? file.source : ''))
      .join('\n'),
  };
}

/** These files with all their static imports. */
function withImports(chunks: readonly Chunk[], files: Iterable<Chunk>): Set<Chunk> {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set(files);
  for (const { imports } of found)
    for (const name of imports) {
      const next = named.get(name);
      if (next !== undefined) found.add(next);
    }
  return found;
}

/** Names that only the server uses. */
const serverWords =
  /DATABASE_URL|LINK_SECRET|CHANNELS_KEY|VAPID_PRIVATE_KEY|TELEGRAM_BOT_TOKEN|STRIPE_SECRET_KEY|DKIM_PRIVATE_KEY|IDENTITY_ADMIN_TOKEN|FIRESTORE_ADMIN_TOKEN|\/__local\/|threshold_commands/;

/** Texts that only the workbench contains. */
const markers = [
  workbenchCopy.title,
  'vigia-workbench',
  'stately.ai/inspect',
  'dg__box',
  'wb__canvas',
];
const isOfWorkbench = (module: string) =>
  /\/src\/dev\/|\/styles\/(workbench|diagram)\.css|\/elkjs\/|@statelyai|machines\/tracing\//.test(
    module,
  );

describe('the production bundle', () => {
  let production: Bundle;
  beforeAll(async () => {
    // Vite reads NODE_ENV, which vitest sets to `test`.
    const { NODE_ENV } = process.env;
    process.env.NODE_ENV = 'production';
    production = await buildProduction();
    process.env.NODE_ENV = NODE_ENV;
  }, 300_000);

  it('contains no module of the workbench and none of its libraries', () => {
    expect(production.modules.length).toBeGreaterThan(100);
    expect(production.modules.filter(isOfWorkbench)).toEqual([]);
  });

  it('contains none of its texts, URLs or styles', () => {
    expect(markers.filter((sign) => production.text.includes(sign))).toEqual([]);
  });

  it('contains no credentials and no names that only the server uses', () => {
    expect([credentialsIn(production.text), serverWords.exec(production.text)?.[0]]).toEqual([
      [],
      undefined,
    ]);
  });

  it('calls nothing newer than the oldest supported browsers', async () => {
    const calls = Object.entries(newestApis).flatMap(([object, members]) =>
      /^window$|prototype/.test(object) ? [] : members.map((member) => `${object}.${member}`),
    );
    const isCalled = (call: string, text: string) =>
      [`${call}(`, `${call}<`].some((beginning) => text.includes(beginning));
    const own = production.modules.filter((module) => /^\/(?!.*node_modules)/.test(module));
    expect(own.length).toBeGreaterThan(100);
    for (const module of own) {
      const text = await readFile(module.replace(/\?.*/, ''), 'utf8');
      expect([module, calls.filter((call) => isCalled(call, text))]).toEqual([module, []]);
    }
  });

  it('draws no hatching that Firefox loses: color-mix() takes the hard stops of a repeating gradient', () => {
    expect(production.text).toContain('repeating-linear-gradient(');
    expect(production.text).not.toMatch(/repeating-[a-z]+-gradient\([^;{}]*color-mix/);
  });

  it('styles hover only where a pointer can: on touch screens it would stay after a tap', () => {
    const forPointers = /@media \(hover: ?hover\)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;
    expect(production.css).toMatch(forPointers);
    expect(production.css.replaceAll(forPointers, '').match(/[^{}]*:hover\b[^{}]*\{/g)).toBeNull();
  });

  it('loads no more than its budget before a page can be used: /login, the overview, the chart', () => {
    const { chunks } = production;
    const fileOf = (module: string) =>
      chunks.filter(({ modules }) => Object.keys(modules).some((id) => id.endsWith(module)));
    const bytesOf = (files: ReadonlySet<Chunk>, loaded: ReadonlySet<Chunk> = new Set()) =>
      [...files]
        .filter((file) => !loaded.has(file))
        .reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
    const entry = withImports(
      chunks,
      chunks.filter(({ isEntry }) => isEntry),
    );
    // The form shows without the identity service, but is sent with it.
    const login = withImports(chunks, [...entry, ...fileOf('/src/services/firebase-identity.ts')]);
    const overview = withImports(chunks, [
      ...login,
      ...fileOf('/src/app/signed-in-runtime.tsx'),
      ...fileOf('/src/screens/dashboard/dashboard-layout.tsx'),
      ...fileOf('/src/screens/overview/overview-screen.tsx'),
    ]);
    const match = withImports(chunks, [
      ...overview,
      ...fileOf('/src/screens/match/match-screen.tsx'),
    ]);
    // vite.chunks.ts names them.
    const unhinted = [...overview].filter(
      ({ code }) => code.length > 10_000 && !code.startsWith('//# allFunctionsCalledOnLoad\n'),
    );
    expect(unhinted.map(({ fileName }) => fileName)).toEqual([]);
    const chart = withImports(chunks, fileOf('/src/features/price-chart/price-chart.tsx'));
    expect(chart.size).toBeGreaterThan(0);
    expect(bytesOf(login)).toBeLessThanOrEqual(155_000);
    expect(bytesOf(overview, login)).toBeLessThanOrEqual(72_000);
    expect(bytesOf(chart, match)).toBeLessThanOrEqual(10_000);
    const others = /\/(store\/|src\/screens\/(?!login|error|splash|session-context|public-header))/;
    const modules = [...login].flatMap((chunk) => Object.keys(chunk.modules));
    expect(modules.filter((id) => others.test(id))).toEqual([]);
  });
});
