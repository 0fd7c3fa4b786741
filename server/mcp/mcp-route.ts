/** `/mcp`: Model Context Protocol over Streamable HTTP, without sessions, for programs with a key. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '#contract/errors.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { AppError } from '../base/errors.ts';
import { traceHeaders } from '../base/trace-context.ts';
import { createMcpServer } from './create-mcp-server.ts';
import type { ApiRequest, CallApi } from './mcp-tools.ts';

export interface McpOptions {
  /** The only origin whose pages may call it. */
  readonly appOrigin: string;
  readonly version: string;
}

/** JSON-RPC's “invalid request”. */
const batchRefused = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'One message a request: batches are not supported.' },
};

export const mcpRoute =
  ({ appOrigin, version }: McpOptions): FastifyPluginAsync =>
  async (app) => {
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      // It counts against the key, as do the requests of its tools; a suspended account's tools may read.
      config: { keyScope: 'read', isKeyTransport: true, allowWhileSuspended: true },
      handler: async (request, reply) => {
        const { origin, authorization = '' } = request.headers;
        // A page of another origin, or one that has pointed its name at this machine (DNS rebinding).
        if (origin !== undefined && origin !== appOrigin)
          throw new AppError('forbidden', 'Esa página no puede usar esta dirección.');
        if (sessionOf(request).kind !== 'key')
          throw new AppError('forbidden', 'Aquí hace falta una clave.');
        // The protocol has one message a request since 2025-06-18; a hundred would count as one.
        if (Array.isArray(request.body)) return reply.code(400).send(batchRefused);
        const call = callApi(app, { authorization, remoteAddress: request.ip });
        const handler = createMcpHandler(() => createMcpServer(version, call), {
          // Nothing changes that a client could subscribe to, and a stream would outlive its key.
          maxSubscriptions: 0,
          onerror: (error) => request.log.info({ err: error }, 'an MCP request was rejected'),
        });
        try {
          const response = await handler.fetch(toWebRequest(request), {
            ...(request.method === 'POST' ? { parsedBody: request.body } : {}),
          });
          return await sendWebResponse(reply, response);
        } finally {
          await handler.close();
        }
      },
    });
  };

/** Requests to the routes themselves: the same validation, scopes, limits and errors as over HTTP. */
const callApi =
  (
    app: FastifyInstance,
    { authorization, remoteAddress }: { authorization: string; remoteAddress: string },
  ): CallApi =>
  async ({ method, path, query = {}, body, headers = {} }: ApiRequest) => {
    const given = Object.entries(query);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const response = await app.inject({
      method,
      url: given.length === 0 ? path : `${path}?${search}`,
      remoteAddress,
      headers: { ...traceHeaders(), ...headers, authorization },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    if (response.statusCode < 400) return response.json();
    const { error, code, ...extras } = errorBody.parse(response.json());
    throw new AppError(code, error, extras);
  };

function toWebRequest({ method, headers }: FastifyRequest): Request {
  const names = ['accept', 'content-type'].concat(
    Object.keys(headers).filter((name) => name.startsWith('mcp-')),
  );
  const copied = names.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request('http://vigia.invalid/mcp', { method, headers: copied });
}

async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type');
  const allow = response.headers.get('allow');
  if (type !== null) reply.type(type);
  if (allow !== null) reply.header('allow', allow);
  return reply.code(response.status).send(await response.text());
}
