/** Case table of the access rules of `users/{uid}`: actor, document, operation, allowed or not. */

export type WireFields = Record<string, object>;

export interface RulesCase {
  readonly name: string;
  /** `self` owns the document, `other` is signed in as someone else, `unsigned` has no token. */
  readonly actor: 'self' | 'other' | 'unsigned';
  /** The document as the server left it; null = none. */
  readonly before: WireFields | null;
  readonly operation: 'get' | 'list' | 'create' | 'update' | 'delete';
  /** The whole document for `create`, the changed fields for `update` (null removes one). */
  readonly fields?: Record<string, object | null>;
  /** Whether `createdAt` is a server timestamp. */
  readonly serverTime?: boolean;
  readonly allowed: boolean;
}

export const selfEmail = 'ana@correo.es';

const string = (stringValue: string) => ({ stringValue });
const integer = (value: number) => ({ integerValue: String(value) });
const boolean = (booleanValue: boolean) => ({ booleanValue });
const list = (...values: object[]) => ({ arrayValue: values.length > 0 ? { values } : {} });
const map = (fields: WireFields) => ({ mapValue: { fields } });
const nothing = { nullValue: null };
const past = { timestampValue: '2020-01-01T00:00:00Z' };

const initialSettings = { partidos: list(), umbrales: map({}), frecuencia: integer(60) };
/** All fields except `createdAt`, which is a server timestamp. */
const initial: WireFields = {
  email: string(selfEmail),
  username: string('Ana'),
  estado: string('activo'),
  plan: string('basico'),
  onboardingCompletado: boolean(false),
  configuracion: map(initialSettings),
};
const stored: WireFields = { ...initial, createdAt: past };
const without = (fields: WireFields, name: string): WireFields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

const wrongTypes: Readonly<Record<string, object>> = {
  null: nothing,
  'a number': integer(1),
  'a decimal': { doubleValue: 0.5 },
  'a text': string('otra cosa'),
  'a boolean': boolean(true),
  'a list': list(string('x')),
  'a map': map({ x: string('y') }),
  'a date': past,
};

const create = (name: string, fields: WireFields, allowed = false): RulesCase => ({
  name: `create ${name}`,
  actor: 'self',
  before: null,
  operation: 'create',
  fields,
  serverTime: true,
  allowed,
});
const update = (
  name: string,
  fields: Record<string, object | null>,
  allowed = false,
  before = stored,
): RulesCase => ({
  name: `update ${name}`,
  actor: 'self',
  before,
  operation: 'update',
  fields,
  allowed,
});

const settings = (name: string, changed: WireFields): RulesCase =>
  create(`with ${name}`, { ...initial, configuracion: map({ ...initialSettings, ...changed }) });

/** Of the wrong types, only a text is valid as a username. */
const isValidUsernameType = (kind: string): boolean => kind === 'a text';

const creations: RulesCase[] = [
  create('with the initial values', initial, true),
  ...Object.keys(initial).map((field) => create(`without ${field}`, without(initial, field))),
  ...Object.keys(initial).flatMap((field) =>
    Object.entries(wrongTypes).map(([kind, value]) =>
      create(
        `with ${field} as ${kind}`,
        { ...initial, [field]: value },
        field === 'username' && isValidUsernameType(kind),
      ),
    ),
  ),
  {
    ...create('with a createdAt of its own choosing', { ...initial, createdAt: past }),
    serverTime: false,
  },
  { ...create('without createdAt', initial), serverTime: false },
  create('with an extra field', { ...initial, admin: boolean(true) }),
  create('with a plan raised to premium', { ...initial, plan: string('premium') }),
  create('with a plan raised to elite', { ...initial, plan: string('elite') }),
  create('as suspended', { ...initial, estado: string('suspendido') }),
  create('with the first steps already done', { ...initial, onboardingCompletado: boolean(true) }),
  create('with another e-mail', { ...initial, email: string('otra@correo.es') }),
  create('with an empty e-mail', { ...initial, email: string('') }),
  create('with a username of 2 characters', { ...initial, username: string('An') }),
  create('with a username of 3 characters', { ...initial, username: string('Zoé') }, true),
  create(
    'with a username of 40 characters',
    { ...initial, username: string('ñ'.repeat(40)) },
    true,
  ),
  create('with a username of 41 characters', { ...initial, username: string('a'.repeat(41)) }),
  create('with a huge username', { ...initial, username: string('a'.repeat(100_000)) }),
  create('with markup in the username', { ...initial, username: string('<b>Ana') }),
  create('with a line break in the username', { ...initial, username: string('Ana\nBcc: x') }),
  create('with a username of three emoji', { ...initial, username: string('⚽⚽⚽') }, true),
  settings('matches already watched', { partidos: list(string('m1')) }),
  settings('thresholds already set', { umbrales: map({ t1: map({}) }) }),
  settings('a faster check', { frecuencia: integer(1) }),
  settings('a check of 60 as a decimal', { frecuencia: { doubleValue: 60 } }),
  settings('a check as text', { frecuencia: string('60') }),
  settings('no list of matches', { partidos: nothing }),
  settings('an extra setting', { limit: integer(1000) }),
  ...Object.keys(initialSettings).map((field) =>
    create(`without configuracion.${field}`, {
      ...initial,
      configuracion: map(without(initialSettings, field)),
    }),
  ),
  { ...create('for someone else', initial), actor: 'other' },
  { ...create('without a token', initial), actor: 'unsigned' },
];

const immutable: Readonly<Record<string, object>> = {
  email: string('otra@correo.es'),
  createdAt: { timestampValue: '2026-01-01T00:00:00Z' },
  estado: string('eliminado'),
  plan: string('elite'),
  configuracion: map({ ...initialSettings, frecuencia: integer(1) }),
};

const updates: RulesCase[] = [
  update('of the username', { username: string('Ana María') }, true),
  update('of the first steps', { onboardingCompletado: boolean(true) }, true),
  update('of both', { username: string('Ana'), onboardingCompletado: boolean(true) }, true),
  update('that changes nothing', { username: string('Ana') }, true),
  ...Object.entries(immutable).flatMap(([field, value]) => [
    update(`of ${field}`, { [field]: value }),
    update(`of ${field} hidden behind a username`, { username: string('Ana'), [field]: value }),
    update(`that removes ${field}`, { [field]: null }),
  ]),
  update('of a frozen field to the value it has', { plan: string('basico') }, true),
  update('that removes the username', { username: null }),
  update('that removes the first steps', { onboardingCompletado: null }),
  update('with an extra field', { admin: boolean(true) }),
  ...Object.entries(wrongTypes).map(([kind, value]) =>
    update(`of the username to ${kind}`, { username: value }, isValidUsernameType(kind)),
  ),
  ...Object.entries(wrongTypes).map(([kind, value]) =>
    update(`of the first steps to ${kind}`, { onboardingCompletado: value }, kind === 'a boolean'),
  ),
  update('to a username of 2 characters', { username: string('An') }),
  update('to a username of 41 characters', { username: string('a'.repeat(41)) }),
  update('by a suspended account', { username: string('Ana') }, false, {
    ...stored,
    estado: string('suspendido'),
  }),
  update('of a paying account keeps its plan', { username: string('Eva') }, true, {
    ...stored,
    plan: string('elite'),
  }),
  { ...update('of someone else', { username: string('Eva') }), actor: 'other' },
  { ...update('without a token', { username: string('Eva') }), actor: 'unsigned' },
];

const otherCases = (
  [
    ['read one’s own', 'self', 'get', stored, true],
    ['read one’s own before it exists', 'self', 'get', null, true],
    ['read someone else’s', 'other', 'get', stored, false],
    ['read without a token', 'unsigned', 'get', stored, false],
    ['list', 'self', 'list', stored, false],
    ['list without a token', 'unsigned', 'list', stored, false],
    ['delete one’s own', 'self', 'delete', stored, false],
    ['delete someone else’s', 'other', 'delete', stored, false],
  ] as const
).map(
  ([name, actor, operation, before, allowed]): RulesCase => ({
    name,
    actor,
    operation,
    before,
    allowed,
  }),
);

export const rulesCases: readonly RulesCase[] = [...creations, ...updates, ...otherCases];
