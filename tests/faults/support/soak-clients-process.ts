/**
 * Holds the soak's streams. All connections are read every few milliseconds instead of at every write: waking up for each
 * would take the server's core, which clients on machines of their own do not. The wait counts as latency.
 */
import { connect } from 'node:net';
import { createParser } from 'eventsource-parser';
import { pricesEvent, streamMatchesChanged } from '#contract/live-stream.ts';
import type { FromClients, Receipt, ScrollOptions, SoakStream, ToClients } from './soak-clients.ts';

const readEveryMs = 2;
const never = new Int32Array(new SharedArrayBuffer(4));
const openedAtOnce = 20;
/** Shared read buffer of all connections. */
const buffer = Buffer.alloc(65_536);

let origin = '';
let streams: readonly SoakStream[] = [];
let receipts: Receipt[] = [];
let longestReadMs = 0;
let readFromMs = performance.now();
let cpuBefore = process.cpuUsage();
/** Received by recorded clients and not yet parsed: parsing would delay what others are to be read. */
let unparsed: (() => void)[] = [];
let lost = 0;
let scrolls = 0;
let failedScrolls = 0;
/** Of each recorded client: floor and market time by collectible. */
const floors: Map<string, { floorCents: number | null; observedAt: string }>[] = [];

process.on('message', async (message: ToClients) => {
  if ('open' in message) {
    ({ origin, open: streams } = message);
    await openAll();
    answer();
  } else if ('scroll' in message) scroll(message.scroll);
  else answer();
});
// The loop below never ends by itself.
process.on('disconnect', () => process.exit());
readPeriodically();

function readPeriodically(): void {
  longestReadMs = Math.max(longestReadMs, performance.now() - readFromMs);
  Atomics.wait(never, 0, 0, readEveryMs);
  readFromMs = performance.now();
  setImmediate(readPeriodically);
}

async function openAll(): Promise<void> {
  let next = 0;
  const openNext = async (): Promise<void> => {
    for (let stream = streams[next]; stream !== undefined; stream = streams[next]) {
      next += 1;
      await open(stream);
    }
  };
  await Promise.all(Array.from({ length: openedAtOnce }, openNext));
}

/** Resolves with the answer's first bytes; a stream that ends later is counted. */
function open({ token, id, matches, isRecorded }: SoakStream): Promise<void> {
  const { port, host, hostname } = new URL(origin);
  const query = matches === null ? '' : `&matches=${matches.join(',')}`;
  const onText = isRecorded ? recorder() : () => {};
  let isOpen = false;
  return new Promise((resolve, reject) => {
    const onRead = (length: number) => {
      if (isOpen && !isRecorded) return true;
      const text = buffer.toString('utf8', 0, length);
      if (!isOpen && !text.startsWith('HTTP/1.1 200 ')) {
        reject(new Error(`A stream did not open: ${text.slice(0, 400)}`));
        return false;
      }
      isOpen = true;
      onText(text);
      resolve();
      return true;
    };
    const socket = connect({
      port: Number(port),
      host: hostname,
      onread: { buffer, callback: onRead },
    });
    socket.on('error', reject);
    socket.on('close', () => {
      lost += 1;
    });
    socket.write(
      `GET /api/monitoring/stream?id=${id}${query} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
  });
}

/** Parses what follows the head, and records each price. */
function recorder(): (text: string) => void {
  let receivedAtMs = 0;
  const own: (typeof floors)[number] = new Map();
  floors.push(own);
  const parser = createParser({
    onEvent({ event, data }) {
      if (event !== 'prices') return;
      for (const item of pricesEvent.parse(JSON.parse(data)).items) {
        receipts.push({ observedAtMs: Date.parse(item.observedAt), receivedAtMs });
        own.set(item.collectibleId, item);
      }
    },
  });
  let head = '';
  let isPastHead = false;
  const parse = (text: string, atMs: number) => {
    receivedAtMs = atMs;
    if (isPastHead) return parser.feed(text);
    head += text;
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    isPastHead = true;
    parser.feed(head.slice(end + 4));
  };
  return (text) => {
    const atMs = Date.now();
    unparsed.push(() => parse(text, atMs));
  };
}

/** As the app when a list is scrolled: the matches that came on screen are added, with the request for their prices. */
function scroll({ perSecond, matches }: ScrollOptions): void {
  const screens = streams.filter(({ isRecorded }) => !isRecorded);
  let turn = 0;
  const shown = (of: SoakStream, from: number) =>
    Array.from(
      { length: of.matches?.length ?? 0 },
      (_, index) => matches[(from + index) % matches.length] ?? '',
    );
  setInterval(() => {
    const stream = screens[(turn * 7_919) % screens.length];
    if (stream === undefined) return;
    turn += 1;
    const next = shown(stream, turn * 13);
    void changeMatches(stream, next, next.slice(next.length / 2));
  }, 1_000 / perSecond);
}

async function changeMatches(
  { id, token }: SoakStream,
  matches: readonly string[],
  pricesOf: readonly string[],
): Promise<void> {
  scrolls += 1;
  try {
    const response = await fetch(`${origin}/api/monitoring/stream/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ matches, pricesOf }),
    });
    const { subscribed } = streamMatchesChanged.parse(await response.json());
    if (!subscribed) failedScrolls += 1;
  } catch {
    failedScrolls += 1;
  }
}

function answer(): void {
  for (const parse of unparsed) parse();
  unparsed = [];
  const { user, system } = process.cpuUsage(cpuBefore);
  const last = new Map<string, Set<number | null>>();
  for (const own of floors)
    for (const [id, { floorCents }] of own)
      last.set(id, (last.get(id) ?? new Set()).add(floorCents));
  const message: FromClients = {
    receipts,
    longestReadMs,
    cpuSeconds: (user + system) / 1_000_000,
    lost,
    scrolls,
    failedScrolls,
    floors: Object.fromEntries([...last].map(([id, values]) => [id, [...values]])),
  };
  receipts = [];
  process.send?.(message);
  longestReadMs = 0;
  cpuBefore = process.cpuUsage();
  readFromMs = performance.now();
}
