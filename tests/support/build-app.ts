/** Playwright's global setup: builds the app if its sources changed since the last build, so no test sees a stale one. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

// biome-ignore lint/style/noDefaultExport: Playwright loads the default export
export default function buildApp(): void {
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
