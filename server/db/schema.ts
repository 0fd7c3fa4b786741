/** The tables of `migrations/*.sql` for typed queries. The SQL files decide; this mirrors them. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Invoice } from '#contract/billing.ts';
import type { Team } from '#contract/monitoring.ts';
import type { Notifications } from '#contract/users.ts';
import type { PlanName } from '#domain/plans.ts';
import type { AccountState } from '#domain/profile.ts';
import type { Condition, PauseReason } from '#domain/threshold.ts';
import type { MailState } from '#machines/mail-delivery.machine.ts';
import type { SubscriptionFacts, SubscriptionStatus } from '#machines/subscription.machine.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const serial = (name: string) => bigint(name, { mode: 'number' }).generatedAlwaysAsIdentity();

export const sources = pgTable('sources', {
  name: text('name').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  currency: text('currency').notNull(),
  marketNow: instant('market_now'),
  lastArrivalAt: instant('last_arrival_at'),
  position: bigint('position', { mode: 'number' }).notNull().default(0),
  fencing: bigint('fencing', { mode: 'number' }).notNull().default(0),
  holder: integer('holder'),
  playing: boolean('playing').notNull().default(true),
  speed: doublePrecision('speed').default(1),
  ended: boolean('ended').notNull().default(false),
  expectedEveryMs: doublePrecision('expected_every_ms'),
});

export const workers = pgTable('workers', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  source: text('source')
    .notNull()
    .references(() => sources.name),
  name: text('name').notNull(),
  until: instant('until').notNull(),
});

export const shards = pgTable(
  'shards',
  {
    source: text('source')
      .notNull()
      .references(() => sources.name),
    shard: integer('shard').notNull(),
    holder: integer('holder').references(() => workers.id, { onDelete: 'set null' }),
    fencing: bigint('fencing', { mode: 'number' }).notNull().default(0),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    marketNow: instant('market_now'),
    lastArrivalAt: instant('last_arrival_at'),
    readingsApplied: bigint('readings_applied', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.source, table.shard] })],
);

export const matches = pgTable('matches', {
  id: text('id').primaryKey(),
  source: text('source')
    .notNull()
    .references(() => sources.name),
  number: integer('number').notNull(),
  event: text('event').notNull(),
  stage: text('stage'),
  home: jsonb('home').$type<Team>(),
  away: jsonb('away').$type<Team>(),
  name: text('name').notNull(),
  venue: text('venue'),
  city: text('city').notNull(),
  timeZone: text('time_zone'),
  kickoffAt: instant('kickoff_at'),
  currency: text('currency').notNull(),
  shard: integer('shard').notNull().generatedAlwaysAs(sql`shard_of(id)`),
});

export const collectibles = pgTable('collectibles', {
  id: text('id').primaryKey(),
  matchId: text('match_id')
    .notNull()
    .references(() => matches.id),
  name: text('name').notNull(),
  category: text('category').notNull(),
  rarity: text('rarity'),
  currency: text('currency').notNull(),
  tickets: integer('tickets').notNull().default(1),
  floorCents: integer('floor_cents'),
  listings: integer('listings').notNull().default(0),
  lastSaleCents: integer('last_sale_cents'),
  newestAt: instant('newest_at'),
  changedAt: instant('changed_at'),
  firstValueAt: instant('first_value_at'),
});

/** `[collectibleId, floorCents, listings, lastSaleCents]`; the last two null when the source does not say. */
export type StoredTick = readonly [string, number | null, number | null, number | null];

export const readings = pgTable('readings', {
  id: serial('id').primaryKey(),
  source: text('source')
    .notNull()
    .references(() => sources.name),
  observedAt: instant('observed_at').notNull(),
  kind: text('kind').$type<'complete' | 'changes'>().notNull(),
  ticks: jsonb('ticks').$type<StoredTick[]>().notNull(),
  arrivedAt: instant('arrived_at').notNull().defaultNow(),
  catalogueGrew: boolean('catalogue_grew').notNull().default(false),
});

/** Partitioned by month of `observed_at`. */
export const priceChanges = pgTable(
  'price_changes',
  {
    collectibleId: text('collectible_id').notNull(),
    observedAt: instant('observed_at').notNull(),
    floorCents: integer('floor_cents'),
    late: boolean('late').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.collectibleId, table.observedAt] })],
);

export const users = pgTable('users', {
  uid: text('uid').primaryKey(),
  email: text('email').notNull(),
  emailConfirmedAt: instant('email_confirmed_at'),
  username: text('username').notNull(),
  estado: text('estado').$type<AccountState>().notNull().default('activo'),
  onboardingCompletado: boolean('onboarding_completado').notNull().default(false),
  partidos: text('partidos').array().notNull().default([]),
  frecuencia: integer('frecuencia').notNull().default(60),
  settingsVersion: bigint('settings_version', { mode: 'number' }).notNull().default(1),
  silencio: jsonb('silencio').$type<Notifications['silencio']>(),
  correo: text('correo').$type<Notifications['correo']>().notNull().default('activo'),
  navegador: boolean('navegador').notNull().default(false),
  revokedAfter: instant('revoked_after'),
  closedAt: instant('closed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const subscriptions = pgTable('subscriptions', {
  uid: text('uid')
    .primaryKey()
    .references(() => users.uid, { onDelete: 'cascade' }),
  plan: text('plan').$type<PlanName>().notNull(),
  grantedBy: text('granted_by').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const projectionJobs = pgTable('projection_jobs', {
  uid: text('uid')
    .primaryKey()
    .references(() => users.uid, { onDelete: 'cascade' }),
  dueAt: instant('due_at').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
});

/** Keeps no reference to `users`: it outlives the row. */
export const erasureJobs = pgTable('erasure_jobs', {
  uidDigest: text('uid_digest').primaryKey(),
  uid: text('uid'),
  erasedAt: instant('erased_at').notNull().defaultNow(),
  dueAt: instant('due_at').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
});

export const thresholds = pgTable('thresholds', {
  key: serial('key').primaryKey(),
  uid: text('uid')
    .notNull()
    .references(() => users.uid, { onDelete: 'cascade' }),
  id: text('id').notNull(),
  targetKind: text('target_kind').$type<'collectible' | 'match'>().notNull(),
  targetId: text('target_id').notNull(),
  category: text('category'),
  matchId: text('match_id')
    .notNull()
    .references(() => matches.id),
  condition: text('condition').$type<Condition>().notNull(),
  value: integer('value').notNull(),
  currency: text('currency').notNull(),
  bandBp: integer('band_bp').notNull(),
  pausa: text('pausa').$type<PauseReason>(),
  silenciadoHasta: instant('silenciado_hasta'),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  activeFrom: instant('active_from'),
  armed: boolean('armed').notNull().default(true),
  base: integer('base'),
  episode: integer('episode').notNull().default(0),
  deletedAt: instant('deleted_at'),
});

export const thresholdCommands = pgTable('threshold_commands', {
  seq: serial('seq').primaryKey(),
  thresholdKey: bigint('threshold_key', { mode: 'number' })
    .notNull()
    .references(() => thresholds.key, { onDelete: 'cascade' }),
  action: text('action').$type<'start' | 'stop' | 'foreign'>().notNull(),
  version: integer('version').notNull(),
  matchId: text('match_id').references(() => matches.id),
  dueAt: instant('due_at').notNull().defaultNow(),
  createdAt: instant('created_at').notNull().defaultNow(),
  appliedAt: instant('applied_at'),
});

export const outbox = pgTable('outbox', {
  id: uuid('id').primaryKey(),
  uid: text('uid').references(() => users.uid, { onDelete: 'cascade' }),
  kind: text('kind').$type<'alert' | 'confirmation' | 'test' | 'account' | 'billing'>().notNull(),
  toAddress: text('to_address').notNull(),
  subject: text('subject').notNull(),
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html').notNull(),
  headers: jsonb('headers').$type<Record<string, string>>().notNull().default({}),
  state: text('state').$type<MailState>().notNull().default('pending'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
  lastError: text('last_error'),
  createdAt: instant('created_at').notNull().defaultNow(),
  sentAt: instant('sent_at'),
});

export const alerts = pgTable(
  'alerts',
  {
    id: serial('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    thresholdKey: bigint('threshold_key', { mode: 'number' })
      .notNull()
      .references(() => thresholds.key, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    episode: integer('episode').notNull(),
    condition: text('condition').$type<Condition>().notNull(),
    ruleValue: integer('rule_value').notNull(),
    bandBp: integer('band_bp').notNull(),
    targetKind: text('target_kind').$type<'collectible' | 'match'>().notNull(),
    targetId: text('target_id').notNull(),
    category: text('category'),
    collectibleId: text('collectible_id')
      .notNull()
      .references(() => collectibles.id),
    matchId: text('match_id')
      .notNull()
      .references(() => matches.id),
    valueCents: integer('value_cents').notNull(),
    previousCents: integer('previous_cents'),
    currency: text('currency').notNull(),
    observedAt: instant('observed_at').notNull(),
    already: boolean('already').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    readAt: instant('read_at'),
    outboxId: uuid('outbox_id').references(() => outbox.id, { onDelete: 'set null' }),
  },
  (table) => [unique().on(table.thresholdKey, table.version, table.episode)],
);

export const pendingChecks = pgTable('pending_checks', {
  uid: text('uid')
    .primaryKey()
    .references(() => users.uid, { onDelete: 'cascade' }),
  dueAt: instant('due_at').notNull(),
});

export const billingCustomers = pgTable('billing_customers', {
  uid: text('uid')
    .primaryKey()
    .references(() => users.uid, { onDelete: 'cascade' }),
  customerId: text('customer_id').notNull().unique(),
  createdAt: instant('created_at').notNull().defaultNow(),
  checkAt: instant('check_at').notNull().defaultNow(),
});

export const billingSubscriptions = pgTable('billing_subscriptions', {
  uid: text('uid')
    .primaryKey()
    .references(() => users.uid, { onDelete: 'cascade' }),
  subscriptionId: text('subscription_id').notNull(),
  state: text('state').$type<Exclude<SubscriptionStatus, 'none'>>().notNull(),
  facts: jsonb('facts').$type<SubscriptionFacts>().notNull(),
  details: jsonb('details').notNull(),
  readOrder: bigint('read_order', { mode: 'number' }).notNull(),
  revision: bigint('revision', { mode: 'number' }).notNull().default(1),
  endsByTimeAt: instant('ends_by_time_at'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const billingEvents = pgTable('billing_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  claimedAt: instant('claimed_at').notNull().defaultNow(),
});

/** One row: up to when the provider's list of events was compared with ours. */
export const billingLookBack = pgTable('billing_look_back', {
  single: boolean('single').primaryKey().default(true),
  seenUntil: instant('seen_until').notNull(),
  dueAt: instant('due_at').notNull(),
});

export const billingRequests = pgTable('billing_requests', {
  key: uuid('key').primaryKey(),
  uid: text('uid')
    .notNull()
    .references(() => users.uid, { onDelete: 'cascade' }),
  purpose: text('purpose').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  answeredAt: instant('answered_at'),
});

export const billingInvoices = pgTable('billing_invoices', {
  id: text('id').primaryKey(),
  uid: text('uid')
    .notNull()
    .references(() => users.uid, { onDelete: 'cascade' }),
  number: text('number').notNull(),
  issuedAt: instant('issued_at').notNull(),
  cents: integer('cents').notNull(),
  taxCents: integer('tax_cents').notNull(),
  status: text('status').$type<Invoice['status']>().notNull(),
  paidAt: instant('paid_at'),
  url: text('url'),
});

/** Says of nobody whose they were. */
export const billingBlockedInvoices = pgTable('billing_blocked_invoices', {
  id: text('id').primaryKey(),
  number: text('number').notNull(),
  issuedAt: instant('issued_at').notNull(),
  cents: integer('cents').notNull(),
  taxCents: integer('tax_cents').notNull(),
  status: text('status').$type<Invoice['status']>().notNull(),
  paidAt: instant('paid_at'),
  keptUntil: instant('kept_until').notNull(),
});

export const billingJobs = pgTable(
  'billing_jobs',
  {
    kind: text('kind')
      .$type<'cancel_subscription' | 'schedule_cancellation' | 'delete_customer'>()
      .notNull(),
    target: text('target').notNull(),
    idempotencyKey: uuid('idempotency_key').notNull().defaultRandom(),
    dueAt: instant('due_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.target] })],
);
