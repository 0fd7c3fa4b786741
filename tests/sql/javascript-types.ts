/** Which type a column has in JavaScript, by what the product's type parsers make of a sample; and what a parameter accepts. */
import { connectionOptions } from '#server/db/client.ts';
import type { Catalogue } from './catalogue.ts';

export type ScalarType = 'boolean' | 'Buffer' | 'Date' | 'json' | 'number' | 'object' | 'string';

export interface JavaScriptType {
  readonly scalar: ScalarType;
  readonly isArray: boolean;
}

/** In PostgreSQL's text format, by name of type; of any other type a text. */
const samples: Readonly<Record<string, string>> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-01',
  float4: '1.5',
  float8: '1.5',
  int2: '1',
  int4: '1',
  int8: '1',
  interval: '1 day',
  json: '{}',
  jsonb: '{}',
  numeric: '1.5',
  oid: '1',
  timestamp: '2026-01-01 00:00:00',
  timestamptz: '2026-01-01 00:00:00+00',
};

const { types: parsers } = connectionOptions('postgres://localhost/vigia');

export function columnType(oid: number, { types }: Catalogue): JavaScriptType {
  const type = types.get(oid);
  const element = type && types.get(type.elementOid);
  const sample = samples[(element ?? type)?.name ?? ''] ?? 'text';
  const parse = parsers?.getTypeParser(oid, 'text');
  const value: unknown = parse?.(
    element === undefined ? sample : `{"${sample.replaceAll('\\', '\\\\')}"}`,
  );
  const isArray = Array.isArray(value);
  const isJson = /^jsonb?$/.test((element ?? type)?.name ?? '');
  return { scalar: isJson ? 'json' : scalarOf(isArray ? value[0] : value), isArray };
}

function scalarOf(value: unknown): ScalarType {
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  const type = typeof value;
  return type === 'boolean' || type === 'number' || type === 'string' ? type : 'object';
}

const numbers = new Set(['float4', 'float8', 'int2', 'int4', 'int8', 'oid']);
const instants = new Set(['date', 'timestamp', 'timestamptz']);

export interface ParameterType {
  readonly name: string;
  readonly accepts: readonly ScalarType[];
  readonly isArray: boolean;
}

export function parameterType(oid: number, { types }: Catalogue): ParameterType {
  const type = types.get(oid);
  const element = type && types.get(type.elementOid);
  const name = (element ?? type)?.name ?? 'unknown';
  return {
    name: element === undefined ? name : `${name}[]`,
    accepts: acceptedBy(name),
    isArray: element !== undefined,
  };
}

function acceptedBy(name: string): ScalarType[] {
  if (numbers.has(name)) return ['number'];
  if (name === 'numeric') return ['number', 'string'];
  // A text where an instant has more than milliseconds, or is infinite.
  if (instants.has(name)) return ['Date', 'string'];
  if (name === 'bool') return ['boolean'];
  if (name === 'bytea') return ['Buffer'];
  // `pg` serializes objects, but an array becomes one of PostgreSQL.
  return name === 'json' || name === 'jsonb' ? ['json', 'string'] : ['string'];
}
