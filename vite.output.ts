/** The files of a build. */
import type { Rolldown, ViteBuilder } from 'vite';

export type Output = Rolldown.RolldownOutput['output'];

/** @throws when the build made several outputs, or watches */
export function filesOf(result: Awaited<ReturnType<ViteBuilder['build']>>): Output {
  if (Array.isArray(result) || !('output' in result)) throw new Error('expected one build output');
  return result.output;
}

interface PageFiles {
  /** Style sheets of the modules and of their imports, and what lazy screens share. */
  readonly css: readonly string[];
  /** Chunks of the modules and their imports. */
  readonly code: readonly string[];
}

const sharedStyles = 'src/styles/pages.css';

/** Paths of what lazily loaded modules need. @throws when one has no chunk of its own */
export function filesFor(modules: readonly string[], files: Output): PageFiles {
  const shared = files.find(
    (file) => file.type === 'asset' && file.originalFileNames.includes(sharedStyles),
  );
  const chunks = files.filter((file) => file.type === 'chunk');
  const code = new Set(
    modules.map((module) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
      if (chunk === undefined) throw new Error(`no chunk of ${module}`);
      return chunk;
    }),
  );
  for (const { imports } of code)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) code.add(chunk);
  if (shared === undefined) throw new Error(`no styles of lazy screens`);
  const css = new Set([shared.fileName]);
  for (const { viteMetadata } of code)
    for (const file of viteMetadata?.importedCss ?? []) css.add(file);
  return {
    css: [...css].map((fileName) => `/${fileName}`),
    code: [...code].map(({ fileName }) => `/${fileName}`),
  };
}
