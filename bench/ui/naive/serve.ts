/** HTTP server of the naive list: its files, its match, and a redirect to the stream. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MatchDetail } from '#contract/monitoring.ts';
import type { PriceStream } from '../big-market.ts';
import { buildNaive } from './build.ts';

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
};

export async function serveNaive(detail: MatchDetail, stream: PriceStream) {
  const files = new Map(await buildNaive());
  files.set('/match.json', JSON.stringify(detail));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://bench').pathname;
    if (path === '/stream') return response.writeHead(307, { location: stream.origin }).end();
    const file = files.get(path);
    if (file === undefined) return response.writeHead(404).end();
    const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type }).end(file);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`,
    stop: () => server.close(),
  };
}
