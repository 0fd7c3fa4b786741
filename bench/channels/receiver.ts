/**
 * HTTP server that stands for receivers of all kinds: accepts everything at once. A process of its own, so it is not
 * measured; sends its port, then the path and the time of each request.
 */
import { createServer } from 'node:http';

export interface Arrival {
  readonly path: string;
  /** Milliseconds since the epoch, with fractions. */
  readonly atMs: number;
}

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const arrival: Arrival = { path, atMs: performance.timeOrigin + performance.now() };
  process.send?.(arrival);
  request.resume();
  request.on('end', () => response.writeHead(201).end('{}'));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
