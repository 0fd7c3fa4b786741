/** Vitest's global setup of the conformance tests: one Vigía for all of them. */
import type { TestProject } from 'vitest/node';
import buildApp from '#tests/support/build-app.ts';
import { startVigia } from '#tests/support/local-app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly vigiaOrigin: string;
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest loads the default export
export default async function runVigia({ provide }: TestProject): Promise<() => Promise<void>> {
  // The page that it serves says in which language it is.
  buildApp();
  const vigia = await startVigia();
  provide('vigiaOrigin', vigia.origin);
  return vigia.stop;
}
