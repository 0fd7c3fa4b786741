/** The head of an answer of server-sent events. */
import type { ServerResponse } from 'node:http';

export function writeSseHead(response: ServerResponse): void {
  // Nothing follows a stream on its connection, so the connection's end is the stream's: no chunk needs its length said.
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies such as nginx would hold events back to fill their buffer.
    'x-accel-buffering': 'no',
    // The server may stop as soon as it ends.
    connection: 'close',
  });
  response.write('retry: 2000\n\n');
}
