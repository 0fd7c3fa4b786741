/** Local HTTP server with a marketplace's search API and scripted answers. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedListing {
  readonly uniqueCode: string;
  readonly lowestPrice: unknown;
  readonly [field: string]: unknown;
}

type AnswerHandler = (request: IncomingMessage, response: ServerResponse, page: number) => void;

/** @param id as in `cat1-m13` */
export function listing(id: string, lowestPrice: unknown): ServedListing {
  const [category, match] = id.split('-');
  return {
    uniqueCode: id,
    type: 'ticket-right',
    title: `Match ${match?.slice(1)} · Category ${category?.slice(3)}`,
    subtitle: 'Guadalajara, 18 June',
    lowestPrice,
    lowestEdition: 7,
    latestCreatedAt: '2026-06-01T10:00:00Z',
    rarity: { code: 'iconic', name: 'Iconic', color: '#aabbcc' },
    packSlug: 'group-stage',
    pack: { slug: 'group-stage' },
  };
}

/** `size` listings; the server sends a hundred per page. */
export const marketListings = (size: number, priceOf = (index: number) => 1_000 + index) =>
  Array.from({ length: size }, (_, index) =>
    listing(`cat${(index % 3) + 1}-m${Math.floor(index / 3) + 1}`, priceOf(index)),
  );

export class ListingServer {
  readonly #server = createServer((request, response) => {
    this.requests.push(request);
    const url = new URL(request.url ?? '/', 'http://listing.example');
    const page = Number(url.searchParams.get('page'));
    (this.answers.shift() ?? this.defaultAnswer)(request, response, page);
  });
  readonly requests: IncomingMessage[] = [];
  /** Scripted answers, used one by one before the usual one. */
  readonly answers: AnswerHandler[] = [];
  listings: readonly ServedListing[] = marketListings(3);
  defaultAnswer: AnswerHandler = (request, response, page) =>
    this.sendPage(request, response, page);

  static async start(): Promise<ListingServer> {
    const server = new ListingServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Number of open connections. */
  countConnections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  sendPage(request: IncomingMessage, response: ServerResponse, page: number): void {
    const body = JSON.stringify({
      total: this.listings.length,
      listings: this.listings.slice((page - 1) * 100, page * 100),
    });
    const etag = `"${Buffer.from(body).toString('base64url').slice(-40)}-${body.length}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'application/json', etag }).end(body);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export const answerWith =
  (status: number, headers: Record<string, string>, body = ''): AnswerHandler =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

export const answerJson = (body: unknown): AnswerHandler =>
  answerWith(
    200,
    { 'content-type': 'application/json' },
    typeof body === 'string' ? body : JSON.stringify(body),
  );
