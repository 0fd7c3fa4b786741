/** Moments at which a process may die, by name; `failpoint-preload.ts` kills it there. */

export interface Failpoint {
  readonly statement: RegExp;
  /** About the statement itself, or about the commit of the transaction it is in. */
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

/** Before the market begins. */
export const thresholdFailpoints: Readonly<Record<string, Failpoint>> = {
  'threshold taken in, not committed': about(commands, 'before its commit'),
  'threshold taken in': about(commands, 'after its commit'),
};

/** From the market to the mailbox, in order. */
export const failpoints: Readonly<Record<string, Failpoint>> = {
  'reading heard, not stored': about(readings, 'before'),
  'reading stored, not committed': about(readings, 'before its commit'),
  'reading acknowledged, not applied': about(readings, 'after its commit'),
  'crossing found, alert not stored': about(alerts, 'before'),
  'alert stored, check not asked for': about(alerts, 'after'),
  'reading applied, not committed': about(checks, 'before its commit'),
  'reading applied, nothing told': about(checks, 'after its commit'),
  'mail not written': about(mail, 'before'),
  'mail written, alerts not marked': about(mail, 'after'),
  'mail written, not committed': about(mail, 'before its commit'),
  'mail in the outbox': about(mail, 'after its commit'),
  'mail to be taken in hand': about(claim, 'before'),
  'mail in hand, not handed over': about(claim, 'after'),
  'mail accepted, not written down': about(sent, 'before'),
  'mail written down as sent': about(sent, 'after'),
};
