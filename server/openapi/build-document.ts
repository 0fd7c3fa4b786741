/** Writes the OpenAPI description from the routes' own schemas, and from what no schema says (operations.ts). */
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type ErrorCode, errorBody } from '#contract/errors.ts';
import { brand } from '#domain/brand.ts';
import { statusOf } from '../errors.ts';
import {
  commonErrors,
  type Media,
  type Method,
  type Operation,
  operations,
  parameterDescriptions,
} from './operations.ts';

type Json = Record<string, unknown>;
export interface OpenApi extends Json {
  readonly paths: Record<string, Partial<Record<Method, Json>>>;
}

const queryIntPattern = '^\\d{1,9}$';
const described = /^\/(api\/|health$)/;
/** What zod says for machines of its own, and no reader of a description needs. */
function tidy({ jsonSchema }: { jsonSchema: Json }): void {
  const { format, pattern, minimum, maximum } = jsonSchema;
  if (format === 'date-time') delete jsonSchema.pattern;
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Query strings carry only text; what is meant is a number.
  if (pattern === queryIntPattern) {
    jsonSchema.type = 'integer';
    delete jsonSchema.pattern;
  }
}
const toJson = createJsonSchemaTransform({ zodToJsonConfig: { override: tidy } });
const transform: SwaggerTransform = (document) =>
  described.test(document.url) ? toJson(document) : { schema: { hide: true }, url: document.url };

/** Before any route: it hears of those registered after it. */
export async function registerSwagger(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `API de ${brand.name}`,
        version: '1',
        description:
          'JSON con `Authorization: Bearer <ID token>`. Los instantes son ISO 8601 en UTC; el dinero, céntimos enteros; los porcentajes, puntos básicos. Los campos desconocidos se rechazan. Todo error tiene la misma forma.',
      },
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        schemas: { Error: schemaOf(errorBody, 'output') },
      },
    },
    transform,
    transformObject: (document) =>
      'openapiObject' in document ? complete(document.openapiObject) : document.swaggerObject,
  });
}

function complete<Document extends object>(document: Document): Document {
  const { paths } = document as unknown as OpenApi;
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const words = operations[`${method} ${path}`];
      if (words) Object.assign(operation, describeOne(`${method} ${path}`, operation, words));
    }
  return document;
}

function describeOne(name: string, fromRoute: Json, words: Operation): Json {
  const { summary, description, open, headers = {}, body } = words;
  const given = Array.isArray(fromRoute.parameters) ? fromRoute.parameters.map(withWords) : [];
  const parameters = [
    ...given,
    ...Object.entries(headers).map(([header, text]) => ({
      name: header,
      in: 'header',
      required: false,
      description: text,
      schema: { type: 'string' },
    })),
  ];
  return {
    operationId: nameOf(name),
    tags: [tagOf(name)],
    summary,
    ...(description === undefined ? {} : { description }),
    security: open ? [] : [{ token: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: contentOf(body, 'input') } } : {}),
    responses: { ...successOf(fromRoute, words), ...refusalsOf(name, words), ...pagesOf(words) },
  };
}

function withWords(parameter: Json): Json {
  const words = parameterDescriptions[String(parameter.name)];
  return words === undefined ? parameter : { ...parameter, description: words };
}

function successOf(fromRoute: Json, { answers, pages }: Operation): Json {
  if (answers) return { 200: { description: 'Hecho.', content: contentOf(answers, 'output') } };
  if (pages) return {};
  const responses = fromRoute.responses as Record<string, Json> | undefined;
  return { 200: { ...responses?.[200], description: 'Hecho.' } };
}

const pagesOf = ({ pages = {} }: Operation): Json =>
  Object.fromEntries(
    Object.entries(pages).map(([status, description]) => [status, { description }]),
  );

function refusalsOf(name: string, { open, refusals = [] }: Operation): Json {
  // A suspended account may look and not touch.
  const forWrites: ErrorCode[] = name.startsWith('get ') ? [] : ['rule_broken'];
  const codes = open ? refusals : [...new Set([...commonErrors, ...refusals, ...forWrites])];
  const byStatus = Map.groupBy(codes, (code) => statusOf[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\``).join(', '),
        ...(status === 429 || status === 503
          ? {
              headers: { 'Retry-After': { description: 'Segundos.', schema: { type: 'integer' } } },
            }
          : {}),
        content: {
          'application/json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Error' }],
              properties: { code: { enum: group } },
            },
          },
        },
      },
    ]),
  );
}

const contentOf = (media: Media, io: 'input' | 'output'): Json =>
  Object.fromEntries(
    Object.entries(media).map(([type, schema]) => [
      type,
      { schema: schema === 'text' ? textOf(type) : schemaOf(schema, io) },
    ]),
  );

const textOf = (type: string) =>
  type === 'application/json' ? { type: 'object' } : { type: 'string' };

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: tidy,
  });
  return json;
}

/** `get /api/users/config` → `getUsersConfig` */
const nameOf = (name: string) =>
  name
    .replace(' /api', '')
    .split(/[^A-Za-z]+/)
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : part[0]?.toUpperCase() + part.slice(1)))
    .join('');

const tags: Readonly<Record<string, string>> = {
  auth: 'Sesión',
  monitoring: 'Mercado',
  users: 'Usuario',
  alerts: 'Enlaces de correos',
  billing: 'Pagos',
};
const tagOf = (name: string) => tags[name.split('/')[2] ?? ''] ?? 'Servicio';
