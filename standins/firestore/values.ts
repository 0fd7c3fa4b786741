/** Firestore's typed REST values: parsing, canonical form, comparison. */
import { invalidArgument } from './rpc-error.ts';

export type Value =
  | { readonly nullValue: null }
  | { readonly booleanValue: boolean }
  | { readonly integerValue: string }
  | { readonly doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' }
  | { readonly timestampValue: string }
  | { readonly stringValue: string }
  | { readonly bytesValue: string }
  | { readonly referenceValue: string }
  | { readonly geoPointValue: { readonly latitude: number; readonly longitude: number } }
  | { readonly arrayValue: { readonly values?: readonly Value[] } }
  | { readonly mapValue: { readonly fields?: Fields } };
export type Fields = Readonly<Record<string, Value>>;

/** Firestore's limit on nesting. */
const maxDepth = 20;
const timestampPattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** @throws RpcError INVALID_ARGUMENT when it is not a map of values */
export function parseFields(input: unknown, depth = 0): Fields {
  if (input === undefined || input === null) return {};
  if (!isObject(input)) throw invalidArgument('fields must be a map');
  const entries = Object.entries(input).map(([name, value]) => {
    if (name === '' || /^__.*__$/.test(name))
      throw invalidArgument(`Invalid field name "${name}".`);
    return [name, parseValue(value, depth)] as const;
  });
  return Object.fromEntries(entries);
}

/** @throws RpcError INVALID_ARGUMENT when it is not a value */
export function parseValue(input: unknown, depth = 0): Value {
  if (depth > maxDepth) throw invalidArgument('Value is nested too deeply.');
  const entries = isObject(input) ? Object.entries(input) : [];
  const [entry] = entries;
  if (!entry || entries.length !== 1) throw invalidArgument('A value must have exactly one type.');
  const [type, content] = entry;
  switch (type) {
    case 'nullValue':
      return { nullValue: null };
    case 'booleanValue':
      if (typeof content === 'boolean') return { booleanValue: content };
      break;
    case 'integerValue':
      if (isInteger(content)) return { integerValue: String(content) };
      break;
    case 'doubleValue':
      return { doubleValue: parseDouble(content) };
    case 'timestampValue':
      if (typeof content === 'string') return { timestampValue: parseTimestamp(content) };
      break;
    case 'stringValue':
      if (typeof content === 'string') return { stringValue: content };
      break;
    case 'bytesValue':
      if (typeof content === 'string') return { bytesValue: content };
      break;
    case 'referenceValue':
      if (typeof content === 'string') return { referenceValue: content };
      break;
    case 'geoPointValue':
      if (isObject(content)) {
        const { latitude = 0, longitude = 0 } = content;
        if (typeof latitude === 'number' && typeof longitude === 'number') {
          return { geoPointValue: { latitude, longitude } };
        }
      }
      break;
    case 'arrayValue':
      if (isObject(content)) return { arrayValue: parseArray(content.values, depth + 1) };
      break;
    case 'mapValue':
      if (isObject(content))
        return { mapValue: { fields: parseFields(content.fields, depth + 1) } };
      break;
    default:
  }
  throw invalidArgument(`Invalid ${type}.`);
}

function parseArray(input: unknown, depth: number): { readonly values?: readonly Value[] } {
  if (input === undefined) return {};
  if (!Array.isArray(input)) throw invalidArgument('arrayValue.values must be a list');
  const values = input.map((value) => parseValue(value, depth));
  if (values.some((value) => 'arrayValue' in value))
    throw invalidArgument('Nested arrays are not allowed.');
  return values.length > 0 ? { values } : {};
}

const isInteger = (content: unknown): content is string | number =>
  Number.isSafeInteger(content) || (typeof content === 'string' && /^-?\d{1,19}$/.test(content));

function parseDouble(content: unknown): number | 'NaN' | 'Infinity' | '-Infinity' {
  if (typeof content === 'number') return content;
  if (content === 'NaN' || content === 'Infinity' || content === '-Infinity') return content;
  throw invalidArgument('Invalid doubleValue.');
}

/** @returns UTC with at most microseconds and no trailing zeros, so that equal instants are equal strings */
function parseTimestamp(text: string): string {
  const [, seconds, fraction = ''] = timestampPattern.exec(text) ?? [];
  if (!seconds || Number.isNaN(Date.parse(`${seconds}Z`)))
    throw invalidArgument('Invalid timestampValue.');
  const digits = fraction.slice(0, 6).replace(/0+$/, '');
  return `${seconds}${digits && `.${digits}`}Z`;
}

/** The number of a value; null when it is not a number. */
export function numericValue(value: Value | undefined): number | null {
  if (!value) return null;
  if ('integerValue' in value) return Number(value.integerValue);
  return 'doubleValue' in value ? Number(value.doubleValue) : null;
}

export function isSameValue(a: Value, b: Value): boolean {
  const [x, y] = [numericValue(a), numericValue(b)];
  if (x !== null && y !== null) return x === y || (Number.isNaN(x) && Number.isNaN(y));
  return canonical(a) === canonical(b);
}

/** A string that is equal for equal values; map keys are sorted. */
function canonical(value: Value): string {
  if ('mapValue' in value) {
    const entries = Object.entries(value.mapValue.fields ?? {});
    const sorted = entries.toSorted(([x], [y]) => (x < y ? -1 : 1));
    return `{${sorted.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join()}}`;
  }
  if ('arrayValue' in value) return `[${(value.arrayValue.values ?? []).map(canonical).join()}]`;
  const number = numericValue(value);
  return number === null ? JSON.stringify(value) : `#${number}`;
}
