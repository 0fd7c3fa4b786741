/**
 * Bounds of what a request may send, by bytes while it arrives and by entries before a schema looks at it. Of a long list's
 * faults the first few are looked for: a schema reports each wrong entry.
 */
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { maxPatchedAlerts } from '#contract/alerts.ts';
import { maxChosenChannels } from '#contract/threshold.ts';
import { maxImportRows } from '#contract/threshold-import-export.ts';
import { maxBatchSize } from '#contract/thresholds.ts';
import { maxWatchedMatches } from '#contract/users.ts';
import { streamLimits } from '#domain/stream-limits.ts';
import { AppError } from '../base/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It carries all thresholds of an account. */
    readonly carriesThresholds?: true;
  }
}

const bodyBytes = 65_536;
/** Elite's 1 000 thresholds take 350 kB, with notes and every channel chosen 700. */
const thresholdsBytes = 1_048_576;
/** The lists of bodies, by their names; of anything else a body has at most `otherEntries`. */
const entriesByName: Readonly<Record<string, number>> = {
  umbrales: maxImportRows,
  changes: maxBatchSize,
  unwatch: maxBatchSize,
  partidos: maxWatchedMatches,
  channels: maxChosenChannels,
  matches: streamLimits.matches,
  ids: maxPatchedAlerts,
};
const otherEntries = 100;
/** An answer names as many faults. */
const maxFaultyEntries = 20;

/** For all routes added to `app` afterwards. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= route.config?.carriesThresholds ? thresholdsBytes : bodyBytes;
  });
  app.addHook('preValidation', async ({ body }) => assertCountable(body));
  app.setValidatorCompiler(boundedCompiler);
}

/** Counts every list and object, at any depth; the first that is too long ends it. @throws AppError `invalid_request` */
function assertCountable(body: unknown): void {
  // No body is a list, and no schema looks into one.
  if (Array.isArray(body)) return;
  const uncounted: [name: string, value: unknown][] = [['', body]];
  for (let next = uncounted.pop(); next !== undefined; next = uncounted.pop()) {
    const [name, value] = next;
    if (typeof value !== 'object' || value === null) continue;
    const named = Object.hasOwn(entriesByName, name) ? entriesByName[name] : undefined;
    const most = named ?? otherEntries;
    const length = Array.isArray(value) ? value.length : Object.keys(value).length;
    if (length > most)
      throw new AppError(
        'invalid_request',
        `Hay demasiados datos${named === undefined ? '' : ` en «${name}»`}: caben ${most}.`,
      );
    for (const [key, entry] of Object.entries(value))
      if (typeof entry === 'object') uncounted.push([Array.isArray(value) ? '' : key, entry]);
  }
}

const boundedCompiler: FastifySchemaCompiler<z.ZodMiniType> = (route) => {
  const validate = validatorCompiler(route);
  const { schema, httpPart } = route;
  if (httpPart !== 'body' || !(schema instanceof z.ZodMiniObject)) return validate;
  const lists = listsOf(schema);
  const validateRest = validatorCompiler({ ...route, schema: withoutEntries(schema, lists) });
  return (body: unknown) => {
    if (typeof body !== 'object' || body === null) return validate(body);
    const parsed: Record<string, unknown> = { ...body };
    for (const { name, entry } of lists) {
      const { upToFault, entries } = parseEntries(parsed[name], entry);
      // The faults of the whole, but for those of the entries after the last of these.
      if (upToFault !== null) return validate({ ...body, [name]: upToFault });
      parsed[name] = entries;
    }
    return validateRest(parsed);
  };
};

interface List {
  readonly name: string;
  readonly list: z.ZodMiniArray | z.ZodMiniRecord;
  readonly entry: z.core.$ZodType;
}

const listsOf = (schema: z.ZodMiniObject): readonly List[] =>
  Object.entries(schema.shape).flatMap(([name, list]): List[] => {
    if (list instanceof z.ZodMiniArray) return [{ name, list, entry: list._zod.def.element }];
    if (list instanceof z.ZodMiniRecord) return [{ name, list, entry: list._zod.def.valueType }];
    return [];
  });

/** The same with lists of anything: their entries are parsed before. */
function withoutEntries(schema: z.ZodMiniObject, lists: readonly List[]): z.ZodMiniObject {
  const any = z.unknown();
  const shape = Object.fromEntries(
    lists.map(({ name, list }) => [
      name,
      list instanceof z.ZodMiniArray
        ? list.clone({ ...list._zod.def, element: any })
        : list.clone({ ...list._zod.def, valueType: any }),
    ]),
  );
  return schema.clone({ ...schema._zod.def, shape: { ...schema.shape, ...shape } });
}

/** @returns the parsed entries; or, where some are invalid, those sent up to the last that was looked at */
function parseEntries(
  list: unknown,
  entry: z.core.$ZodType,
): { readonly upToFault: unknown; readonly entries: unknown } {
  if (typeof list !== 'object' || list === null) return { upToFault: null, entries: list };
  const sent = Object.entries(list);
  const parsed: [string, unknown][] = [];
  let faulty = 0;
  let end = 0;
  for (const [index, [key, value]] of sent.entries()) {
    const { success, data } = z.core.safeParse(entry, value);
    if (success) parsed.push([key, data]);
    else {
      faulty += 1;
      end = index + 1;
      if (faulty === maxFaultyEntries) break;
    }
  }
  const collect = (entries: [string, unknown][]) =>
    Array.isArray(list) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
  return { upToFault: faulty === 0 ? null : collect(sent.slice(0, end)), entries: collect(parsed) };
}
