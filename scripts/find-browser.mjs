// Finds a Chromium to drive: the one named, the one npm carries (Linux x64), Playwright's own, or the system's.
// The one npm carries is a headless shell of the version the lock file names: a third of the work of a whole browser.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const names = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome.exe',
  'msedge.exe',
  'Google Chrome',
];
const unlisted = [
  '/Applications/Google Chrome.app/Contents/MacOS',
  'C:\\Program Files\\Google\\Chrome\\Application',
];

/** @returns {Promise<string | null>} the path of an executable, or null where none can be had */
export async function findBrowser() {
  const named = process.env.CHROME_PATH;
  if (named) return existsSync(named) ? named : null;
  const carried = await carriedByNpm();
  if (carried !== null) return carried;
  const own = await playwrightsOwn();
  if (own !== null) return own;
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...unlisted]) {
    for (const name of names) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  return null;
}

// Loaded by name at run time: nothing is installed yet when this file is read.
const load = (name) => import(name).catch(() => null);

async function playwrightsOwn() {
  const playwright = await load('playwright-core');
  const path = playwright?.chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

async function carriedByNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const carried = await load('@sparticuz/chromium');
  if (carried === null) return null;
  const path = await unpacked(carried.default);
  // It needs libraries that a bare system may not have.
  return spawnSync(path, ['--no-sandbox', '--version']).status === 0 ? path : null;
}

/** It unpacks into the folder for temporary files: for this once that is one beside what npm installed. */
async function unpacked(carried) {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));
  mkdirSync(process.env.TMPDIR, { recursive: true });
  try {
    return await carried.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
