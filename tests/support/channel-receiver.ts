/** An HTTP server that stands for whatever a channel sends to: records requests, and answers as told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ChannelReceiver {
  readonly origin: string;
  readonly received: ReceivedPost[];
  /** Until changed: 200 to everything. */
  answer: (response: ServerResponse, post: ReceivedPost) => void;
  close(): Promise<void>;
}

export async function startChannelReceiver(): Promise<ChannelReceiver> {
  const received: ReceivedPost[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const post = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      received.push(post);
      receiver.answer(response, post);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const receiver: ChannelReceiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (response) => void response.end('{}'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
