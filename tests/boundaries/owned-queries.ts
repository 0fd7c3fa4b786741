/**
 * Queries about a user, as called for Ana: those that no route makes for her alone, and those that find a row by what two users
 * may both have, a threshold's id or an address. The others of routes: authorisation-matrix.test.ts.
 */
import { createHash } from 'node:crypto';
import * as alerts from '#server/db/alerts/alerts.ts';
import * as channels from '#server/db/alerts/channels.ts';
import * as pendingChecks from '#server/db/alerts/pending-checks.ts';
import * as unsentAlerts from '#server/db/alerts/unsent-alerts.ts';
import * as weeklySummaries from '#server/db/alerts/weekly-summaries.ts';
import * as invoices from '#server/db/billing/billing-invoices.ts';
import * as jobs from '#server/db/billing/billing-jobs.ts';
import * as reconciliation from '#server/db/billing/billing-reconciliation.ts';
import * as subscriptions from '#server/db/billing/billing-subscriptions.ts';
import * as idempotencyKeys from '#server/db/billing/idempotency-keys.ts';
import * as processedEvents from '#server/db/billing/processed-events.ts';
import * as claims from '#server/db/deliveries/claim-deliveries.ts';
import * as deliveries from '#server/db/deliveries/deliveries.ts';
import * as mails from '#server/db/deliveries/mails.ts';
import * as outcomes from '#server/db/deliveries/record-outcomes.ts';
import * as reopenAlerts from '#server/db/deliveries/reopen-alerts.ts';
import * as requeueDeliveries from '#server/db/deliveries/requeue-deliveries.ts';
import * as movedKickoffs from '#server/db/market/moved-kickoffs.ts';
import * as readingWrites from '#server/db/market/reading-writes.ts';
import * as thresholdCommands from '#server/db/market/threshold-commands.ts';
import * as thresholdPauses from '#server/db/market/threshold-pauses.ts';
import type { Database } from '#server/db/pool.ts';
import * as lifecycle from '#server/db/users/account-lifecycle.ts';
import * as apiKeys from '#server/db/users/api-keys.ts';
import * as erasureJobs from '#server/db/users/erasure-jobs.ts';
import * as listedThresholds from '#server/db/users/listed-thresholds.ts';
import * as grants from '#server/db/users/plan-grants.ts';
import * as projections from '#server/db/users/projection-jobs.ts';
import * as revocations from '#server/db/users/session-revocations.ts';
import * as thresholdChannels from '#server/db/users/threshold-channels.ts';
import * as users from '#server/db/users/users.ts';
import * as waitingAlerts from '#server/db/users/waiting-alerts.ts';
import { ana, bruno, sharedAddress } from '#tests/support/two-users.ts';

const { uid, keys, alertIds, mailIds, channelIds, customerId, subscriptionId, invoiceId } = ana;
const later = new Date('2027-01-01T00:00:00Z');
const mail = {
  id: '00000000-0000-4000-8000-000000000099',
  uid,
  cause: 'alert',
  to: sharedAddress,
  subject: 'Asunto',
  text: 'Texto',
  html: '',
  headers: {},
} as const;
const sending = { id: mailIds[1], channelId: null, attempts: 1 };
const failure = { reason: 'no', retryAfterSeconds: 3_000_000, counts: 'rejection' } as const;
const attempt = { id: ana.deliveryIds[0], channelId: channelIds[0], attempts: 1 };
const subscription = {
  state: 'active',
  facts: { subscriptionId },
  details: { itemId: 'new' },
  syncSeq: 2,
  revision: 2,
} as unknown as subscriptions.StoredSubscription;
const invoice = {
  id: invoiceId,
  number: 'V-1',
  issuedAt: later,
  cents: 1,
  taxCents: 0,
  chargedCents: 1,
  status: 'paid',
  paidAt: later,
  url: null,
} as const;
const job = {
  kind: 'cancel_subscription',
  target: subscriptionId,
  idempotencyKey: '',
  attempts: 0,
  dueAt: new Date('2026-01-02T00:00:00Z'),
} as const;
const alert: readingWrites.NewAlert = {
  uid,
  thresholdKey: keys[0],
  version: 1,
  episode: 3,
  condition: 'below',
  ruleValue: 1,
  bandBp: 300,
  targetKind: 'collectible',
  targetId: 'c1',
  category: null,
  collectibleId: 'c1',
  matchId: 'm1',
  valueCents: 1,
  previousCents: null,
  currency: 'EUR',
  observedAt: later,
  already: false,
};
const version = { key: keys[0], version: 1 };
const started = { ...version, activeFrom: later, armed: false, base: 7, episode: 5 };
/** As claimed: `due_at` identifies the claim. */
const projection = { uid, attempts: 1, dueAt: new Date('2026-01-02T00:00:00Z') };

/** The same values as Bruno's, so that only the uid tells the two apart. */
export const ownedQueries: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  // alerts
  listAlertsByIds: (db) => alerts.listAlertsByIds(db, [{ id: String(alertIds[0]), uid }]),
  listAlertIdsAfter: (db) => alerts.listAlertIdsAfter(db, [uid], 0),
  lockUnsentAlerts: (db) => unsentAlerts.lockUnsentAlerts(db, [uid]),
  listAlertMailData: (db) => unsentAlerts.listAlertMailData(db, [...alertIds], null),
  markRouted: (db) =>
    unsentAlerts.markRouted(db, [alertIds[0]], {
      links: [{ alertId: alertIds[0], deliveryId: mailIds[0] }],
      stranded: [alertIds[0]],
    }),
  reopenAlerts: (db) => reopenAlerts.reopenAlerts(db, [...mailIds, ...ana.deliveryIds]),
  reopenAlertsOfChannel: (db) => reopenAlerts.reopenAlertsOfChannel(db, channelIds[0]),
  endDeliveriesOfInactiveChannels: (db) => reopenAlerts.endDeliveriesOfInactiveChannels(db, uid),
  retryWaitingAlerts: (db) => waitingAlerts.retryWaitingAlerts(db, uid),
  bringCheckForward: (db) => pendingChecks.bringCheckForward(db, uid, new Date(0)),
  postponeChecks: (db) => pendingChecks.postponeChecks(db, [{ uid, dueAt: later }]),
  deleteChecks: (db) => pendingChecks.deleteChecks(db, [uid]),
  insertAlerts: (db) => readingWrites.insertAlerts(db, [alert]),
  upsertPendingChecks: (db) => readingWrites.upsertPendingChecks(db, [{ uid, dueAt: new Date(0) }]),
  lockFrequencies: (db) => readingWrites.lockFrequencies(db, [uid]),
  rescheduleSummary: (db) => weeklySummaries.rescheduleSummary(db, uid, later),
  insertSummary: (db) =>
    weeklySummaries.insertSummary(db, { uid, monday: '2026-01-12', outcome: 'mailed' }),
  countAlerts: (db) => alerts.countAlerts(db, uid, { since: new Date(0), until: later }),
  // mails
  insertMails: (db) => deliveries.insertMails(db, [mail]),
  insertFailedMail: (db) =>
    mails.insertFailedMail(db, { id: mail.id, uid, to: sharedAddress, error: 'no' }),
  renewLeases: (db) => claims.renewLeases(db, [sending], 3_000_000),
  'markAccepted of a mail': (db) => outcomes.markAccepted(db, [sending]),
  'recordFailures of a mail': (db) => outcomes.recordFailures(db, [{ ...sending, ...failure }]),
  redirectMails: (db) => waitingAlerts.redirectMails(db, uid, 'new@correo.test'),
  'recallDelivery of a mail': (db) => outcomes.recallDelivery(db, sending),
  secondsSinceMail: (db) =>
    mails.secondsSinceMail(db, { uid, email: sharedAddress, cause: 'test' }),
  findMailRefusal: (db) => mails.findMailRefusal(db, { uid, email: sharedAddress }),
  // thresholds
  'listThresholdsWithValues of one': (db) =>
    listedThresholds.listThresholdsWithValues(db, uid, 't1'),
  setThresholdChannels: (db) =>
    thresholdChannels.setThresholdChannels(db, uid, [
      { id: 't1', channels: ['mail', channelIds[0], bruno.channelIds[0]] },
    ]),
  updateThresholdStates: (db) => readingWrites.updateThresholdStates(db, [started]),
  markStarted: (db) => thresholdCommands.markStarted(db, [started]),
  markStopped: (db) => thresholdCommands.markStopped(db, [version]),
  pauseThresholds: (db) => thresholdPauses.pauseThresholds(db, [version], 'currency'),
  restorePauses: (db) => movedKickoffs.restorePauses(db, 'm1', uid),
  // users
  lockUser: (db) => users.lockUser(db, uid),
  lockOwnersSkipLocked: (db) => users.lockOwnersSkipLocked(db, [uid]),
  lockUsersSkipLocked: (db) => users.lockUsersSkipLocked(db, [uid]),
  updateEmail: (db) => users.updateEmail(db, uid, 'otra@correo.test', { confirmed: false }),
  confirmEmail: (db) => users.confirmEmail(db, uid),
  setSummaryDueAt: (db) => weeklySummaries.setSummaryDueAt(db, uid, null),
  updateAccountState: (db) => users.updateAccountState(db, uid, 'activo'),
  setGrant: (db) => grants.setGrant(db, { uid, plan: 'elite', grantedBy: 'operator' }),
  deleteGrant: (db) => grants.deleteGrant(db, uid),
  listRevocations: (db) => revocations.listRevocations(db, [uid, 'erased']),
  revokeSessionsBefore: (db) => revocations.revokeSessionsBefore(db, uid, new Date()),
  enqueueProjections: (db) => projections.enqueueProjections(db, [uid]),
  finishProjection: (db) => projections.finishProjection(db, projection, 60),
  'finishProjection of a job enqueued again': (db) =>
    projections.finishProjection(db, { ...projection, dueAt: later }, 60),
  retryProjection: (db) =>
    projections.retryProjection(db, projection, { afterSeconds: 3_000_000, error: null }),
  // the account
  markClosed: (db) => lifecycle.markClosed(db, uid, later),
  markAccountReopened: (db) => lifecycle.markAccountReopened(db, uid),
  assignUnsentAlerts: (db) => lifecycle.assignUnsentAlerts(db, uid, mailIds[0]),
  lockForErasure: (db) => lifecycle.lockForErasure(db, uid),
  deleteUser: (db) => lifecycle.deleteUser(db, uid),
  enqueueErasure: (db) => erasureJobs.enqueueErasure(db, uid),
  finishErasure: (db) => erasureJobs.finishErasure(db, uid),
  // keys
  deleteApiKeys: (db) => apiKeys.deleteApiKeys(db, uid),
  endApiKeys: (db) => apiKeys.endApiKeys(db, uid),
  // channels
  lockActiveChannels: (db) => channels.lockActiveChannels(db, [uid]),
  lockChannelToLink: (db) =>
    channels.lockChannelToLink(db, createHash('sha256').update('7070').digest()),
  lockPushChannel: (db) => channels.lockPushChannel(db, channelIds[0]),
  renewChannelSettings: (db) => channels.renewChannelSettings(db, channelIds[0], Buffer.alloc(1)),
  linkChannel: (db) => channels.linkChannel(db, channelIds[1], Buffer.alloc(1)),
  pauseChannelsForAddress: (db) => channels.pauseChannelsForAddress(db, uid),
  fitChannelsToKinds: (db) => channels.fitChannelsToKinds(db, uid, []),
  insertMessages: (db) =>
    deliveries.insertMessages(db, [
      {
        id: mail.id,
        channelId: channelIds[0],
        uid,
        kind: 'webhook',
        alerts: [],
      },
    ]),
  markAccepted: (db) => outcomes.markAccepted(db, [attempt]),
  recordFailures: (db) => outcomes.recordFailures(db, [{ ...attempt, ...failure }]),
  recallDelivery: (db) => outcomes.recallDelivery(db, attempt),
  listHeldAlerts: (db) => deliveries.listHeldAlerts(db, channelIds[0]),
  releaseDeliveries: (db) => outcomes.releaseDeliveries(db, [attempt], null),
  requeueFailedDeliveries: (db) => requeueDeliveries.requeueFailedDeliveries(db, [uid]),
  stopChannel: (db) => channels.stopChannel(db, { id: channelIds[0], uid }, 'x'),
  cancelDeliveries: (db) => deliveries.cancelDeliveries(db, uid),
  // payments
  upsertInvoices: (db) => invoices.upsertInvoices(db, uid, [invoice]),
  archiveInvoices: (db) => invoices.archiveInvoices(db, uid, later),
  enqueueBillingJob: (db) => jobs.enqueueBillingJob(db, 'delete_customer', customerId),
  cancelBillingJob: (db) => jobs.cancelBillingJob(db, 'cancel_subscription', subscriptionId),
  'cancelBillingJob that was attempted': (db) =>
    jobs.cancelBillingJob(db, 'schedule_cancellation', subscriptionId),
  finishBillingJob: (db) => jobs.finishBillingJob(db, job),
  renewIdempotencyKey: (db) => jobs.renewIdempotencyKey(db, job),
  scheduleNextReconciliation: (db) => reconciliation.scheduleNextReconciliation(db, uid),
  findUidByCustomer: (db) => subscriptions.findUidByCustomer(db, customerId),
  insertCustomer: (db) => subscriptions.insertCustomer(db, uid, 'cus_new_of_ana'),
  deleteCustomer: (db) => subscriptions.deleteCustomer(db, customerId),
  findSubscription: (db) => subscriptions.findSubscription(db, uid),
  isStoredSubscription: (db) => subscriptions.isStoredSubscription(db, 'sub_unknown'),
  upsertSubscription: (db) => subscriptions.upsertSubscription(db, uid, subscription, later),
  completeKeys: (db) => idempotencyKeys.completeKeys(db, uid, 'checkout'),
  markEventsProcessed: (db) =>
    processedEvents.markEventsProcessed(db, [{ id: 'evt_of_ana', type: 'invoice.paid' }]),
  filterUnprocessed: (db) =>
    processedEvents.filterUnprocessed(db, [
      { id: ana.eventId, type: 'invoice.paid' },
      { id: 'evt_of_ana', type: 'invoice.paid' },
    ]),
};

/** What some calls find changed before: the state in which mixing the two up shows. */
export const preparations: Readonly<Record<string, string>> = {
  secondsSinceMail: `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html)
    select gen_random_uuid(), 'bruno', 'test', '${sharedAddress}', '', '', '' from users where uid = 'bruno'`,
  findMailRefusal: `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, state, attempts, last_error)
    select gen_random_uuid(), 'bruno', 'test', '${sharedAddress}', '', '', '', 'failed', 1, '550 no' from users where uid = 'bruno'`,
  setThresholdChannels: `insert into threshold_channels (threshold_key, channel_id)
    select t.key, c.id from thresholds t join channels c using (uid) where t.id = 't1'`,
  confirmEmail: 'update users set email_confirmed_at = null',
  markAccountReopened: 'update users set closed_at = created_at',
  requeueFailedDeliveries: `update deliveries set state = 'failed', created_at = now() where kind <> 'mail'`,
  restorePauses: `update matches set kickoff_at = now() + interval '1 day';
    update thresholds set pause_reason = 'kickoff'`,
  insertCustomer: `delete from billing_customers where uid = '${uid}'`,
};
