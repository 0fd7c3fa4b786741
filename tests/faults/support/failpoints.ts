/** Named failpoints, each before or after an SQL statement or its commit; `failpoint-preload.ts` kills the process there. */

export interface Failpoint {
  readonly statement: RegExp;
  /** Relative to the statement, or to the commit of its transaction. */
  readonly position: 'before' | 'after' | 'before its commit' | 'after its commit';
}

const failpointAt = (statement: RegExp, position: Failpoint['position']): Failpoint => ({
  statement,
  position,
});
const readings = /insert into readings/;
const alerts = /insert into alerts/;
const checks = /insert into pending_checks/;
const mail = /insert into deliveries \(id, uid, cause/;
const claim = /update deliveries d set state = case when parked/;
const sent = /update deliveries d set state = 'sent'/;
const commands = /update threshold_commands set applied_at/;

/** Failpoints before the market is started. */
export const thresholdFailpoints: Readonly<Record<string, Failpoint>> = {
  'threshold command applied, not committed': failpointAt(commands, 'before its commit'),
  'threshold command applied': failpointAt(commands, 'after its commit'),
};

/** From the market to the mailbox, in order. */
export const failpoints: Readonly<Record<string, Failpoint>> = {
  'reading received, not stored': failpointAt(readings, 'before'),
  'reading stored, not committed': failpointAt(readings, 'before its commit'),
  'reading acknowledged, not applied': failpointAt(readings, 'after its commit'),
  'crossing found, alert not stored': failpointAt(alerts, 'before'),
  'alert stored, check not enqueued': failpointAt(alerts, 'after'),
  'reading applied, not committed': failpointAt(checks, 'before its commit'),
  'reading applied, nothing mailed': failpointAt(checks, 'after its commit'),
  'mail not written': failpointAt(mail, 'before'),
  'mail written, alerts not marked': failpointAt(mail, 'after'),
  'mail written, not committed': failpointAt(mail, 'before its commit'),
  'stored mail': failpointAt(mail, 'after its commit'),
  'mail about to be claimed': failpointAt(claim, 'before'),
  'mail claimed, not sent': failpointAt(claim, 'after'),
  'mail accepted, not marked as sent': failpointAt(sent, 'before'),
  'mail marked as sent': failpointAt(sent, 'after'),
};
