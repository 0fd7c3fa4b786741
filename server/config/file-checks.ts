/** Checks of the files that the configuration names, in the roles that use them. */
import { X509Certificate } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type LoadedMapping,
  loadMapping,
  type MappingRules,
} from '../marketplaces/http/mapping.ts';
import {
  InvalidMarketFileError,
  parseCollectibles,
  parsePrices,
} from '../marketplaces/replay-file.ts';
import type { ConfigCheck } from './faults.ts';
import type { Environment } from './read-environment.ts';
import type { Values } from './variables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns the folder of `DIST_DIR`, which is relative to the program's, wherever that was started */
export const distFolder = (distDir: string): string => resolve(root, distDir);

const servesPages = ({ ROLE }: Partial<Values>) => ROLE === 'api' || ROLE === 'all';
const readsMarket = ({ ROLE }: Partial<Values>) => ROLE === 'worker' || ROLE === 'all';

const builtApp: ConfigCheck = (values) => {
  if (values.DIST_DIR === undefined || !servesPages(values)) return [];
  const folder = distFolder(values.DIST_DIR);
  const kindOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false });
  if (kindOf('index.html')?.isFile() && kindOf('assets')?.isDirectory()) return [];
  const sentence = `no está en ${folder} la aplicación construida: se construye con «npm run build»`;
  return [{ variable: 'DIST_DIR', sentence }];
};

/** Of the prices, which may be large, only the header; rows are read as they are replayed. */
const marketFiles: ConfigCheck = (values) => {
  if (values.MARKET !== 'replay' || !readsMarket(values)) return [];
  const { REPLAY_PRICES_FILE: prices, REPLAY_COLLECTIBLES_FILE: collectibles } = values;
  return [
    ...usable('REPLAY_PRICES_FILE', prices, (path) => parsePrices(path, readFirstLine(path))),
    ...usable('REPLAY_COLLECTIBLES_FILE', collectibles, (path) =>
      parseCollectibles(path, withoutByteOrderMark(readFileSync(path, 'utf8'))),
    ),
  ];
};

function usable(
  variable: 'REPLAY_PRICES_FILE' | 'REPLAY_COLLECTIBLES_FILE',
  path: string | null | undefined,
  parse: (path: string) => unknown,
): ReturnType<ConfigCheck> {
  if (!path) return [];
  try {
    parse(path);
    return [];
  } catch (error) {
    const isParsed = error instanceof InvalidMarketFileError;
    return [{ variable, sentence: isParsed ? error.message : `no se puede leer ${path}` }];
  }
}

function readFirstLine(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(1_024);
    const text = buffer.toString('utf8', 0, readSync(file, buffer));
    return withoutByteOrderMark(text).split(/\r?\n/, 1)[0] ?? '';
  } finally {
    closeSync(file);
  }
}

const withoutByteOrderMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** What the environment adds to the mapping file. */
export const mappingRules = (values: Partial<Values>, env: Environment): MappingRules => ({
  secrets: Object.fromEntries(
    Object.entries(env).filter(([name]) => name.startsWith('MARKET_SECRET_')),
  ),
  allowedOrigins: values.MARKET_ALLOWED_HOSTS ?? [],
  allowedRanges: values.MARKET_ALLOWED_ADDRESSES ?? [],
});

/** null where no mapping file is read. */
export function loadMarketFile(values: Partial<Values>, env: Environment): LoadedMapping | null {
  const { MARKET, MARKET_FILE: path } = values;
  if (MARKET !== 'http' || !path || !readsMarket(values)) return null;
  return loadMapping(path, mappingRules(values, env));
}

const mapping: ConfigCheck = (values, env) => {
  const loaded = loadMarketFile(values, env);
  return loaded !== null && 'faults' in loaded
    ? loaded.faults.map((sentence) => ({ variable: 'MARKET_FILE', sentence }))
    : [];
};

const certificates: ConfigCheck = ({ NODE_EXTRA_CA_CERTS: path }) => {
  if (!path) return [];
  try {
    new X509Certificate(readFileSync(path));
    return [];
  } catch {
    return [{ variable: 'NODE_EXTRA_CA_CERTS', sentence: `no hay un certificado PEM en ${path}` }];
  }
};

export const fileChecks: readonly ConfigCheck[] = [builtApp, marketFiles, mapping, certificates];
