/**
 * HTTP proxy for a browser whose console cannot be read: adds a script to every page that reports its errors here, from
 * the page's first moment on. The pages keep their origin and their security policy.
 */
import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ErrorProxy {
  /** Host and port. */
  readonly address: string;
  readonly errors: readonly string[];
  close(): Promise<void>;
}

const reportPath = '/__page-errors';

/** Runs in the page. */
function reportErrors(path: string): void {
  const report = (words: string) => navigator.sendBeacon(path, words);
  const { error } = console;
  console.error = (...parts) => {
    report(parts.map(String).join(' '));
    error.apply(console, parts);
  };
  addEventListener('error', ({ message }) => report(message));
  addEventListener('unhandledrejection', ({ reason }) => report(`unhandled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(`security policy: ${violatedDirective} ${blockedURI}`),
  );
}

export async function startErrorProxy(): Promise<ErrorProxy> {
  const errors: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== reportPath) pass(request, response);
    else
      void text(request).then((words) => {
        errors.push(words);
        response.writeHead(204).end();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    errors,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pass(request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '' } = request;
  const upstream = forward(
    url,
    { method, headers: { ...headers, 'accept-encoding': 'identity' } },
    (answer) => {
      const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(
        String(answer.headers['content-security-policy']),
      )?.[1];
      const isPage = answer.headers['content-type']?.startsWith('text/html') ?? false;
      if (isPage && nonce !== undefined) void addScript(answer, response, nonce);
      else {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }
    },
  );
  upstream.once('error', () => response.destroy());
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

async function addScript(
  answer: IncomingMessage,
  response: ServerResponse,
  nonce: string,
): Promise<void> {
  const script = `<script nonce="${nonce}">(${reportErrors})('${reportPath}')</script>`;
  const page = (await text(answer)).replace(/<head[^>]*>/, (head) => head + script);
  const { 'content-length': _, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, headers).end(page);
}
