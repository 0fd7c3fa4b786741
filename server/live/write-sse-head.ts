/** Writes the response head of a server-sent event stream. */
import type { ServerResponse } from 'node:http';

export function writeSseHead(response: ServerResponse): void {
  // The stream ends with its connection, so chunked encoding is not needed.
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies such as nginx would buffer events.
    'x-accel-buffering': 'no',
    // No keep-alive, so that shutdown need not wait for the connection.
    connection: 'close',
  });
  response.write('retry: 2000\n\n');
}
