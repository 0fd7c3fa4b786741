/**
 * Access rules for documents: the predicate form of `firestore.rules` at the root of the repository.
 * Both are tested with the same case table, tests/standins/firestore-rules.cases.ts.
 */
import { defaultCheckSeconds } from '#domain/plans.ts';
import {
  initialAccountState,
  initialPlan,
  maxUsernameLength,
  minUsernameLength,
} from '#domain/profile.ts';
import { type Fields, isSameValue, type Value } from './values.ts';

export type Caller =
  | { readonly kind: 'owner' }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly uid: string; readonly email: string | null };

export interface AccessRequest {
  readonly operation: 'get' | 'list' | 'create' | 'update' | 'delete';
  /** `users/{uid}` */
  readonly path: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** The value of `serverTimestamp()` in this request. */
  readonly requestTime: string;
}

const usernamePattern = new RegExp(
  `^[^\\p{Cc}<>]{${minUsernameLength},${maxUsernameLength}}$`,
  'u',
);

/** The server (the owner) may do everything; a browser may read, create and update its own profile. */
export function allows(caller: Caller, access: AccessRequest): boolean {
  if (caller.kind === 'owner') return true;
  if (caller.kind === 'anonymous' || access.path !== `users/${caller.uid}`) return false;
  const { operation, before, after, requestTime } = access;
  if (operation === 'get') return true;
  if (operation === 'create' && after) return isInitial(after, caller.email, requestTime);
  if (operation === 'update' && before && after) return isOwnUpdate(before, after);
  return false;
}

/** A new profile must have exactly these fields and values. */
function isInitial(profile: Fields, email: string | null, requestTime: string): boolean {
  const expected: Fields = {
    email: { stringValue: email ?? '' },
    createdAt: { timestampValue: requestTime },
    estado: { stringValue: initialAccountState },
    plan: { stringValue: initialPlan },
    onboardingCompletado: { booleanValue: false },
    configuracion: {
      mapValue: {
        fields: {
          partidos: { arrayValue: {} },
          umbrales: { mapValue: { fields: {} } },
          frecuencia: { integerValue: String(defaultCheckSeconds) },
        },
      },
    },
  };
  const { username, ...rest } = profile;
  return (
    email !== null &&
    isUsername(username) &&
    hasIntegerFrequency(profile.configuracion) &&
    isSameValue({ mapValue: { fields: rest } }, { mapValue: { fields: expected } })
  );
}

/** A browser may update only the username and `onboardingCompletado`; the server writes the rest. */
function isOwnUpdate(before: Fields, after: Fields): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isUnchanged(before[name], after[name]));
  return (
    before.estado !== undefined &&
    isSameValue(before.estado, { stringValue: 'activo' }) &&
    changed.every((name) => name === 'username' || name === 'onboardingCompletado') &&
    isUsername(after.username) &&
    after.onboardingCompletado !== undefined &&
    'booleanValue' in after.onboardingCompletado
  );
}

const isUnchanged = (a: Value | undefined, b: Value | undefined): boolean =>
  a !== undefined && b !== undefined && isSameValue(a, b);

const isUsername = (value: Value | undefined): boolean =>
  value !== undefined && 'stringValue' in value && usernamePattern.test(value.stringValue);

/** 60.0 equals 60 in the rules language too, so the type is checked explicitly. */
function hasIntegerFrequency(configuracion: Value | undefined): boolean {
  if (!configuracion || !('mapValue' in configuracion)) return false;
  const frecuencia = configuracion.mapValue.fields?.frecuencia;
  return frecuencia !== undefined && 'integerValue' in frecuencia;
}
