/** Builds the OpenAPI document from the routes' schemas and the descriptions in operations.ts. */
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type ErrorCode, errorBody } from '#contract/errors.ts';
import { brand } from '#domain/brand.ts';
import { httpStatusByCode } from '../base/errors.ts';
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

/** A route's scope for keys, in the document while it is built. */
const scopeField = 'x-key-scope';
const queryIntPattern = '^\\d{1,9}$';
const describedPaths = /^\/(api\/|health$)/;
/** Removes what zod's JSON schema says beyond what readers of the document need, and adds what linters require. */
function tidy({ jsonSchema }: { jsonSchema: Json }): void {
  const { format, pattern, minimum, maximum, prefixItems, items } = jsonSchema;
  if (format === 'date-time') delete jsonSchema.pattern;
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Linters require a schema here; a tuple's length is in `maxItems`.
  if (Array.isArray(prefixItems) && items === false) jsonSchema.items = prefixItems.at(-1);
  // Query strings are text; the parameter is an integer.
  if (pattern === queryIntPattern) {
    jsonSchema.type = 'integer';
    delete jsonSchema.pattern;
  }
}
const toJson = createJsonSchemaTransform({ zodToJsonConfig: { override: tidy } });
const transform: SwaggerTransform = (document) => {
  if (!describedPaths.test(document.url)) return { schema: { hide: true }, url: document.url };
  const { schema, url } = toJson(document);
  const scope = document.route.config?.keyScope;
  return { schema: { ...schema, ...(scope && { [scopeField]: scope }) }, url };
};

/** Must be registered before any route: the plugin sees only those registered after it. */
export async function registerSwagger(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `API de ${brand.name}`,
        version: '1',
        contact: { name: `Soporte de ${brand.name}` },
        description:
          'JSON con `Authorization: Bearer <ID token>`, o con una clave donde la operación lo dice. Los instantes son ISO 8601 en UTC; el dinero, céntimos enteros; los porcentajes, puntos básicos. Los campos desconocidos se rechazan. Todo error tiene la misma forma. Con una clave (`POST /api/users/keys`) un programa lee y cambia umbrales: `curl -H "Authorization: Bearer $VIGIA_KEY" …/api/users/thresholds`. Los asistentes usan las mismas operaciones por MCP (Streamable HTTP) en `/mcp`, con una clave en la misma cabecera.',
      },
      servers: [{ url: '/', description: 'Este mismo servidor.' }],
      tags: [...Object.values(tags), otherTag],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          clave: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'vigia_…',
            description:
              'Una clave de `POST /api/users/keys`, con el permiso que dice cada operación.',
          },
        },
        schemas: { Error: schemaOf(errorBody, 'output') },
      },
    },
    transform,
    transformObject: (document) =>
      'openapiObject' in document
        ? addDescriptions(document.openapiObject)
        : document.swaggerObject,
  });
}

function addDescriptions<Document extends object>(document: Document): Document {
  const { paths } = document as unknown as OpenApi;
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const extra = operations[`${method} ${path}`];
      if (extra) Object.assign(operation, describeOperation(`${method} ${path}`, operation, extra));
    }
  return document;
}

/** A key with the scope that the route declares, or none. */
function keySecurity(fromRoute: Json): Json[] {
  const { [scopeField]: scope } = fromRoute;
  delete fromRoute[scopeField];
  return scope === undefined || scope === 'never' ? [] : [{ clave: [scope] }];
}

function describeOperation(name: string, fromRoute: Json, extra: Operation): Json {
  const { summary, description, isPublic, headers = {}, body } = extra;
  const routeParameters = Array.isArray(fromRoute.parameters)
    ? fromRoute.parameters.map(withDescription)
    : [];
  const parameters = [
    ...routeParameters,
    ...Object.entries(headers).map(([header, text]) => ({
      name: header,
      in: 'header',
      required: false,
      description: text,
      schema: { type: 'string' },
    })),
  ];
  return {
    operationId: operationIdOf(name),
    tags: [tagOf(name).name],
    summary,
    ...(description === undefined ? {} : { description }),
    security: isPublic ? [] : [{ token: [] }, ...keySecurity(fromRoute)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: contentOf(body, 'input') } } : {}),
    responses: {
      ...successResponse(fromRoute, extra),
      ...errorResponses(name, extra),
      ...pageResponses(extra),
    },
  };
}

function withDescription(parameter: Json): Json {
  const extra = parameterDescriptions[String(parameter.name)];
  return extra === undefined ? parameter : { ...parameter, description: extra };
}

function successResponse(fromRoute: Json, { responseContent }: Operation): Json {
  if (responseContent)
    return { 200: { description: 'Hecho.', content: contentOf(responseContent, 'output') } };
  const responses = fromRoute.responses as Record<string, Json> | undefined;
  const { 200: done, 201: created } = responses ?? {};
  if (created === undefined) return { 200: { ...done, description: 'Hecho.' } };
  return {
    ...(done && { 200: { ...done, description: 'Ya estaba hecho.' } }),
    201: { ...created, description: 'Creado.' },
  };
}

const pageResponses = ({ pages = {} }: Operation): Json =>
  Object.fromEntries(
    Object.entries(pages).map(([status, description]) => [status, { description }]),
  );

function errorResponses(name: string, { isPublic, errorCodes = [] }: Operation): Json {
  // A suspended account may read and not write.
  const forWrites: ErrorCode[] = name.startsWith('get ') ? [] : ['validation_failed'];
  const codes = isPublic
    ? errorCodes
    : [...new Set([...commonErrors, ...errorCodes, ...forWrites])];
  const byStatus = Map.groupBy(codes, (code) => httpStatusByCode[code]);
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
const operationIdOf = (name: string) =>
  name
    .replace(' /api', '')
    .split(/[^A-Za-z]+/)
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : part[0]?.toUpperCase() + part.slice(1)))
    .join('');

interface Tag {
  readonly name: string;
  readonly description: string;
}
/** By the first part of the path after `/api`. */
const tags: Readonly<Record<string, Tag>> = {
  auth: { name: 'Sesión', description: 'De quién es el token.' },
  monitoring: { name: 'Mercado', description: 'Partidos, coleccionables y precios.' },
  users: { name: 'Usuario', description: 'Perfil, configuración, umbrales y alertas.' },
  alerts: { name: 'Enlaces de correos', description: 'Las páginas a las que llevan.' },
  billing: { name: 'Pagos', description: 'Plan, suscripción y facturas.' },
};
const otherTag: Tag = { name: 'Servicio', description: 'Su estado y esta documentación.' };
const tagOf = (name: string) => tags[name.split('/')[2] ?? ''] ?? otherTag;
