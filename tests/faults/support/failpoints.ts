/** Named failpoints, each before or after an SQL statement or its commit; `failpoint-preload.ts` kills the process there. */

export interface Failpoint {
  readonly statement: RegExp;
  /** Relative to the statement, or to the commit of its transaction. */
  readonly at: 'before' | 'after' | 'before its commit' | 'after its commit';
}

const about = (statement: RegExp, at: Failpoint['at']): Failpoint => ({ statement, at });
const readings = /insert into readings/;
const alerts = /insert into alerts/;
const checks = /insert into pending_checks/;
const mail = /insert into outbox/;
const claim = /update outbox set state = 'sending'/;
const sent = /update outbox set state = 'sent'/;
const commands = /update threshold_commands set applied_at/;

/** Failpoints before the market is started. */
export const thresholdFailpoints: Readonly<Record<string, Failpoint>> = {
  'threshold command applied, not committed': about(commands, 'before its commit'),
  'threshold command applied': about(commands, 'after its commit'),
};

/** From the market to the mailbox, in order. */
export const failpoints: Readonly<Record<string, Failpoint>> = {
  'reading received, not stored': about(readings, 'before'),
  'reading stored, not committed': about(readings, 'before its commit'),
  'reading acknowledged, not applied': about(readings, 'after its commit'),
  'crossing found, alert not stored': about(alerts, 'before'),
  'alert stored, check not enqueued': about(alerts, 'after'),
  'reading applied, not committed': about(checks, 'before its commit'),
  'reading applied, nothing mailed': about(checks, 'after its commit'),
  'mail not written': about(mail, 'before'),
  'mail written, alerts not marked': about(mail, 'after'),
  'mail written, not committed': about(mail, 'before its commit'),
  'mail in the outbox': about(mail, 'after its commit'),
  'mail about to be claimed': about(claim, 'before'),
  'mail claimed, not sent': about(claim, 'after'),
  'mail accepted, not marked as sent': about(sent, 'before'),
  'mail marked as sent': about(sent, 'after'),
};
