/**
 * Access rules for documents: the predicate form of `firestore.rules` at the root of the repository.
 * Both are tested with the same case table, tests/standins/firestore-rules.cases.ts.
 */
import { defaultCheckSeconds, defaultPlan } from '#domain/plans.ts';
import { initialAccountState, maxUsernameLength, minUsernameLength } from '#domain/profile.ts';

/** Firestore's REST notation: one key, the type. */
type Value = Readonly<Record<string, unknown>>;
export type Fields = Readonly<Record<string, Value>>;

export type Caller =
  | { readonly kind: 'owner' }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly uid: string; readonly email: string | null };

export interface AccessRequest {
  readonly operation: 'get' | 'create' | 'update' | 'delete';
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
    plan: { stringValue: defaultPlan },
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
  return email !== null && isUsername(username) && isSame(rest, expected);
}

/** A browser may update only the username and `onboardingCompletado`; the server writes the rest. */
function isOwnUpdate(before: Fields, after: Fields): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isSame(before[name], after[name]));
  return (
    before.estado?.stringValue === initialAccountState &&
    changed.every((name) => name === 'username' || name === 'onboardingCompletado') &&
    isUsername(after.username) &&
    typeof after.onboardingCompletado?.booleanValue === 'boolean'
  );
}

const isUsername = (value: Value | undefined): boolean =>
  typeof value?.stringValue === 'string' && usernamePattern.test(value.stringValue);

/** Whatever the order of names, and whether an empty list or map is spelt out or not. */
function isSame(a: unknown, b: unknown): boolean {
  const canonical = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(isSpeltOut).toSorted())
      : value;
  return JSON.stringify(a, canonical) === JSON.stringify(b, canonical);
}

const isSpeltOut = ([name, value]: [string, unknown]): boolean =>
  !(name === 'values' || name === 'fields') || JSON.stringify(value).length > 2;
