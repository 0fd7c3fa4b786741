/** Field paths such as ``configuracion.`con espacio`.x``: parse, get, and set on a copy. */
import { invalidArgument } from './rpc-error.ts';
import type { Fields, Value } from './values.ts';

const segment = /`((?:[^`\\]|\\.)*)`|([^.`]+)/gy;

/** @throws RpcError INVALID_ARGUMENT when it is not a path */
export function parseFieldPath(path: string): readonly string[] {
  const names: string[] = [];
  let position = 0;
  do {
    segment.lastIndex = position;
    const found = segment.exec(path);
    const name = found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2];
    if (name === undefined) throw invalidArgument(`Invalid property path "${path}".`);
    names.push(name);
    position = segment.lastIndex;
  } while (path[position++] === '.');
  if (position <= path.length) throw invalidArgument(`Invalid property path "${path}".`);
  return names;
}

export function valueAt(fields: Fields, path: readonly string[]): Value | undefined {
  const [name = '', ...rest] = path;
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (rest.length === 0 || value === undefined) return value;
  return 'mapValue' in value ? valueAt(value.mapValue.fields ?? {}, rest) : undefined;
}

/** @param value undefined removes the field. @returns a copy */
export function withValueAt(
  fields: Fields,
  path: readonly string[],
  value: Value | undefined,
): Fields {
  const [name = '', ...rest] = path;
  const { [name]: current, ...others } = fields;
  if (rest.length === 0) return value === undefined ? others : { ...fields, [name]: value };
  const isMap = current !== undefined && 'mapValue' in current;
  if (!isMap && value === undefined) return fields;
  const inner = isMap ? (current.mapValue.fields ?? {}) : {};
  return { ...fields, [name]: { mapValue: { fields: withValueAt(inner, rest, value) } } };
}
