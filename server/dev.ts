/**
 * `npm run dev`: the same backend and stand-ins behind Vite, with hot reload.
 * Vite listens on PORT and proxies everything but the SPA to the backend on a free port.
 */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { createServer, type Plugin } from 'vite';

const port = Number(process.env.PORT || 5173);
const backendPort = await freePort();
const origin = `http://localhost:${port}`;
const backend = `http://localhost:${backendPort}`;

// The page's origin is Vite's: links in mails, the identity popup and documents must use it.
const addresses = {
  APP_ORIGIN: origin,
  IDENTITY_ORIGIN: origin,
  FIREBASE_AUTH_DOMAIN: `localhost:${port}`,
  FIRESTORE_HOST: `localhost:${port}`,
  EMAILJS_ORIGIN: origin,
  LANDING_URL: `${origin}/__local`,
  MARKET_PAGE_URL: `${origin}/__local/mercado/coleccionable/{id}`,
};
Object.assign(process.env, addresses, { PORT: String(backendPort) });

const proxiedPaths = [
  '/api',
  '/health',
  '/metrics',
  '/__local',
  '/v1',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
  '/emulator',
  '/service_accounts',
];

/** Configuration, style element and script of server/http/spa.ts. */
const injectedTags =
  /<script type="application\/json"[^>]*>[^<]*<\/script><style[^>]*>[^<]*<\/style>(<script defer src=[^>]*><\/script>)?/;

/** Copies what the backend injects into the head of its page into Vite's. */
const configuredPage: Plugin = {
  name: 'vigia-configured-page',
  async transformIndexHtml(html) {
    const page = await (await fetch(backend)).text();
    const [inserted = ''] = injectedTags.exec(page) ?? [];
    return html.replace(/<meta charset[^>]*>/i, (tag) => tag + inserted);
  },
};

await import('./main.ts');

// Vite in middleware mode: its own server would end the process at a signal, before the database has stopped.
const httpServer = createHttpServer();
const vite = await createServer({
  plugins: [configuredPage],
  server: {
    middlewareMode: true,
    hmr: { server: httpServer },
    proxy: Object.fromEntries(proxiedPaths.map((path) => [path, { target: backend }])),
  },
});
httpServer.on('request', vite.middlewares);
httpServer.listen(port, 'localhost');
await once(httpServer, 'listening');
process.stdout.write(`Vigía en desarrollo: ${origin}\n`);

async function freePort(): Promise<number> {
  const probe = createTcpServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('no loopback port');
  return address.port;
}
