// Finds a Chromium to drive: CHROME_PATH, the npm package's (Linux x64), Playwright's own, or the system's.
// The npm package's is a headless shell of the version in the lock file: a third of the work of a whole browser.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const executableNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome.exe',
  'msedge.exe',
  'Google Chrome',
];
const foldersOutsidePath = [
  '/Applications/Google Chrome.app/Contents/MacOS',
  'C:\\Program Files\\Google\\Chrome\\Application',
];

/** @returns {Promise<string | null>} the path of an executable, or null where there is none */
export async function findBrowser() {
  const configured = process.env.CHROME_PATH;
  if (configured) return existsSync(configured) ? configured : null;
  const packaged = await findInNpmPackage();
  if (packaged !== null) return packaged;
  const bundled = await findInPlaywright();
  if (bundled !== null) return bundled;
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...foldersOutsidePath]) {
    for (const name of executableNames) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  return null;
}

// Imported at run time: nothing may be installed yet when this file is loaded.
const importIfInstalled = (name) => import(name).catch(() => null);

async function findInPlaywright() {
  const playwright = await importIfInstalled('playwright-core');
  const path = playwright?.chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

async function findInNpmPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const chromium = await importIfInstalled('@sparticuz/chromium');
  if (chromium === null) return null;
  const path = await unpack(chromium.default);
  // It needs libraries that a bare system may not have.
  return spawnSync(path, ['--no-sandbox', '--version']).status === 0 ? path : null;
}

/**
 * The package unpacks into TMPDIR, set meanwhile to a folder of this process: another process may be unpacking, too. The
 * first to end gives its folder the name that later ones find.
 */
async function unpack(chromium) {
  const folder = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));
  const path = join(folder, 'chromium');
  if (existsSync(path)) return path;
  const { TMPDIR } = process.env;
  process.env.TMPDIR = `${folder}.${process.pid}`;
  mkdirSync(process.env.TMPDIR, { recursive: true });
  try {
    await chromium.executablePath();
    renameSync(process.env.TMPDIR, folder);
  } catch (error) {
    rmSync(process.env.TMPDIR, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  return path;
}
