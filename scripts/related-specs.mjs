// Which browser specs a change touches: specs that import a changed file, and for product code the specs of its folder.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Specs that use every part of the app once: for code that is no screen's own. */
const smoke = ['journeys/onboarding', 'journeys/alerts'];

/** The longest prefix of a changed path decides. */
export const specsByFolder = {
  'src/screens/alerts/': ['journeys/alerts', 'journeys/market-page'],
  'src/screens/dashboard/': ['journeys/lists'],
  'src/screens/error/': ['journeys/session'],
  'src/screens/how-it-works/': ['journeys/prerendered', 'conformance/section-2-help'],
  'src/screens/legal/': ['journeys/legal', 'conformance/section-2-legal'],
  'src/screens/login/': ['journeys/session'],
  'src/screens/match/': ['journeys/chart', 'journeys/lists'],
  'src/screens/matches/': ['journeys/lists'],
  'src/screens/onboarding/': ['journeys/onboarding'],
  'src/screens/overview/': ['journeys/lists', 'journeys/onboarding'],
  'src/screens/plan/': ['conformance/section-4-subscription'],
  'src/screens/register/': ['journeys/registration-tabs'],
  'src/screens/settings/': ['journeys/settings'],
  'src/screens/splash/': ['journeys/session'],
  'src/screens/support/': ['journeys/support'],
  'src/screens/thresholds/': ['journeys/thresholds'],
  'src/features/channels/': ['journeys/channels', 'journeys/push-channel'],
  'src/features/command-menu/': ['journeys/command-menu'],
  'src/features/downloads/': ['journeys/settings'],
  'src/features/errors/': ['journeys/lists'],
  'src/features/forms/': ['conformance/section-5-validation'],
  'src/features/last-prices/': ['journeys/service-worker'],
  'src/features/layout/': ['journeys/onboarding', 'conformance/section-2-routes'],
  'src/features/loading/': ['journeys/layout-shift'],
  'src/features/matches/': ['journeys/lists'],
  'src/features/notifications/': ['journeys/alerts', 'journeys/market-page'],
  'src/features/onboarding/': ['journeys/onboarding'],
  'src/features/plans/': ['conformance/section-4-subscription'],
  'src/features/price-chart/': ['journeys/chart'],
  'src/features/prices/': ['journeys/lists', 'journeys/market-page'],
  'src/features/session/': ['journeys/session', 'conformance/section-4-session'],
  'src/features/settings/': ['journeys/settings'],
  'src/features/thresholds/': ['journeys/chart'],
  'src/features/watch-list/': ['journeys/lists'],
  'src/service-worker/': ['journeys/service-worker', 'journeys/push-channel'],
  'src/dev/': ['journeys/workbench'],
  'src/': smoke,
  'store/': smoke,
  'machines/': ['journeys/machines'],
  'domain/': smoke,
  'contract/': smoke,
  'server/': smoke,
  'standins/': smoke,
  'standins/market/': ['journeys/market-page'],
  'public/': ['journeys/installable'],
  'index.html': ['journeys/prerendered', 'journeys/session'],
};

/**
 * @param {string[]} changed paths from the root
 * @param {string} since the Git revision they are compared with
 * @returns {string[]} paths of specs
 */
export function relatedSpecs(changed, since, root) {
  const byFolder = changed.filter((path) => !isUnitTest(path)).flatMap(specsOfFolder);
  return [...new Set([...byFolder, ...importingSpecs(changed, since, root)])].sort();
}

const isUnitTest = (path) => /\.test\.tsx?$/.test(path);

function specsOfFolder(path) {
  const folders = Object.keys(specsByFolder).filter((folder) => path.startsWith(folder));
  const [nearest] = folders.sort((a, b) => b.length - a.length);
  return (specsByFolder[nearest] ?? []).map((spec) => `tests/${spec}.spec.ts`);
}

/** Playwright knows which specs import what changed. */
function importingSpecs(changed, since, root) {
  if (!changed.some((path) => path.startsWith('tests/') && !isUnitTest(path))) return [];
  const { stdout } = spawnSync(
    join(root, 'node_modules', '.bin', 'playwright'),
    ['test', '--list', `--only-changed=${since}`, '--pass-with-no-tests', '--reporter=json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, shell: process.platform === 'win32' },
  );
  const { suites } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  return suites.map(({ file }) => `tests/${file}`).filter((path) => existsSync(join(root, path)));
}
