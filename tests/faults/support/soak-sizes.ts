/** The two sizes of the soak: a small market that fits beside other work, and the size Vigía is built for on one machine. */
import { createIdentityAccount } from '#tests/support/identity.ts';
import { assignThresholds, type CrashHarness, waitForCommandsApplied } from './crash-harness.ts';
import { generateCrowdedMarket } from './crowded-market.ts';
import { type GeneratedMarket, generateMarket } from './generate-market.ts';
import type { ScrollOptions, SoakStream } from './soak-clients.ts';
import type { SoakProcesses, StartProcesses } from './soak-processes.ts';
import { storeAccounts, storeStartedThresholds } from './store-crowd.ts';

export interface SoakSize {
  readonly readingsPerSecond: number;
  generateMarket(readings: number): GeneratedMarket;
  /** Settings of the PostgreSQL server; absent = those of `npm start`. */
  readonly postgres?: Readonly<Record<string, string>>;
  /** Vigía's processes unless others are asked for. */
  readonly processes: 'one' | 'roles';
  /** @returns Vigía with every threshold started and the market paused, and the streams to be opened */
  setUp(
    harness: CrashHarness,
    market: GeneratedMarket,
    options: { readonly env: Record<string, string>; readonly start: StartProcesses },
  ): Promise<{ processes: SoakProcesses; streams: readonly SoakStream[] }>;
  readonly scroll: ScrollOptions | null;
  /** Milliseconds that p99 must not exceed over the whole run; null = compared in time only. */
  readonly goals: { readonly mailSinceDue: number; readonly stream: number } | null;
}

const streamsPerUser = 3;

const small: SoakSize = {
  readingsPerSecond: 5,
  generateMarket: (readings) => generateMarket('soak', readings),
  processes: 'one',
  async setUp(harness, market, { env, start }) {
    const processes = await start(harness, env);
    await assignThresholds(harness, market, 12);
    await waitForCommandsApplied(harness);
    const streams: SoakStream[] = [];
    for (let user = 0; user < 10; user += 1) {
      const { idToken: token } = await createIdentityAccount(
        processes.identityOrigin,
        `lector${user}@correo.example`,
      );
      for (let nth = 0; nth < streamsPerUser; nth += 1)
        streams.push({ token, id: `s${nth}`, matches: null, isRecorded: true });
    }
    return { processes, streams };
  },
  scroll: null,
  goals: null,
};

const full = { matches: 2_000, collectibles: 20_000, users: 100_000, thresholds: 1_000_000 };
const openStreams = 10_000;
/** Rows of a list on a large screen. */
const matchesOnScreen = 20;
/** Coprime with the number of matches, so that every match has a recorded client. */
const recordEvery = 49;

const matchIds = Array.from({ length: full.matches }, (_, index) => String(index + 1));
const screenOf = (stream: number) =>
  Array.from(
    { length: matchesOnScreen },
    (_, index) => matchIds[(stream * matchesOnScreen + index) % full.matches] ?? '',
  );

const fullSize: SoakSize = {
  readingsPerSecond: 0.5,
  generateMarket: (readings) => generateCrowdedMarket('soak', { ...full, readings, changes: 200 }),
  // The default is sized for a laptop with a demo market.
  postgres: { shared_buffers: '512MB', max_wal_size: '2GB' },
  processes: 'roles',
  async setUp(harness, market, { env, start }) {
    // The first start registers the catalogue, which thresholds refer to.
    const registering = await harness.start(env);
    await registering.stop({ keepData: true });
    await storeStartedThresholds(harness.query, market, full.users);
    const tokens = await storeAccounts(harness.dataDir, Math.ceil(openStreams / streamsPerUser));
    const streams = Array.from({ length: openStreams }, (_, index) => ({
      token: tokens[Math.floor(index / streamsPerUser)] ?? '',
      id: `s${index % streamsPerUser}`,
      matches: screenOf(index),
      isRecorded: index % recordEvery === 0,
    }));
    return { processes: await start(harness, { ...env, LOG_LEVEL: 'warn' }), streams };
  },
  scroll: { perSecond: 10, matches: matchIds },
  goals: { mailSinceDue: 1_000, stream: 400 },
};

export const soakSizes = { small, full: fullSize } as const;
