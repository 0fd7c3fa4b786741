/** Fake match with ten thousand collectibles, and an SSE stream of a thousand price changes per second. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PricesEvent } from '#contract/live-stream.ts';
import type { Collectible, Match, MatchDetail } from '#contract/monitoring.ts';

export const rows = 10_000;
const changesPerSecond = 1_000;
/** As often as the server flushes a match's prices. */
const flushEveryMs = 250;
/** Coprime with the number of rows, so that ten seconds change each of them once. */
const stride = 7;

const idOf = (index: number): string => `grande-${index}`;

export function bigMatch(match: Match): MatchDetail {
  const observedAt = '2026-01-01T00:00:00.000Z';
  const none = { value: null, sampleSize: 0 };
  const collectibles = Array.from({ length: rows }, (_, index): Collectible => {
    const floorCents = 5_000 + ((index * 7_919) % 90_000);
    return {
      id: idOf(index),
      matchId: match.id,
      matchName: match.name,
      name: `Bloque ${index}`,
      category: `Categoría ${(index % 40) + 1}`,
      rarity: ['Común', 'Rara', 'Especial'][index % 3] ?? null,
      currency: match.currency,
      floorCents,
      listings: index % 90,
      lastSaleCents: floorCents + 500,
      change24hBp: ((index * 37) % 2_000) - 1_000,
      low30dCents: floorCents - 1_000,
      high30dCents: floorCents + 9_000,
      observedAt,
      spark: [],
    };
  });
  return {
    match: { ...match, collectibleCount: rows },
    collectibles,
    categoryStatistics: null,
    statistics: {
      currency: match.currency,
      floorCents: none,
      medianAskCents: none,
      spreadBp: none,
      depthWithin5Pct: none,
      change24hBp: none,
      change7dBp: none,
      volatility: none,
      volumeSales24h: none,
      bestValuePerTicketCents: none,
    },
    thresholds: {},
    history: {
      collectibleId: idOf(0),
      range: '30d',
      points: [{ at: observedAt, floorCents: 5_000, late: false }],
      gaps: [],
      limitedToDays: null,
    },
  };
}

export interface PriceStream {
  readonly origin: string;
  stop(): void;
}

/** Streams to every client, on any path, until stopped. Sends what is due by the clock, so a busy machine drops nothing. */
export async function startPriceStream(matchId: string): Promise<PriceStream> {
  const clients = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'access-control-allow-origin': '*',
    });
    response.write('retry: 2000\n\n');
    clients.add(response);
    response.on('close', () => clients.delete(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const began = performance.now();
  let sent = 0;
  const flush = () => {
    const due = Math.floor(((performance.now() - began) / 1_000) * changesPerSecond);
    const observedAt = new Date().toISOString();
    const items: PricesEvent['items'] = [];
    for (; sent < due; sent += 1) {
      const index = (sent * stride) % rows;
      const floorCents = 5_000 + ((index * 7_919 + sent * 13) % 90_000);
      items.push({ collectibleId: idOf(index), matchId, floorCents, observedAt });
    }
    const frame = `id: 1.${sent}\nevent: prices\ndata: ${JSON.stringify({ items })}\n\n`;
    for (const client of clients) client.write(frame);
  };
  const timer = setInterval(flush, flushEveryMs);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      clearInterval(timer);
      for (const client of clients) client.end();
      server.close();
    },
  };
}
