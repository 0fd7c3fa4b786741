/** The mails a soak's relay has received, without their bodies: half an hour of whole mails would fill the memory. */
import type { Relay } from '#tests/support/smtp-relay.ts';
import { alertIdsOfMail, type MailWithAlerts } from './crash-harness.ts';

export interface ReceivedMail {
  readonly receivedAtMs: number;
  /** Ids of its alerts. */
  readonly alerts: readonly string[];
}

export class SoakMails {
  readonly #relay: Pick<Relay, 'received'>;
  /** All so far, with the headers needed. */
  readonly all: MailWithAlerts[] = [];

  constructor(relay: Pick<Relay, 'received'>) {
    this.#relay = relay;
  }

  /** Takes what the relay has received since the last call. */
  drain(): ReceivedMail[] {
    return this.#relay.received.splice(0).map(({ receivedAtMs, mail }) => {
      const headers = mail.headers.filter(({ key }) => key === 'x-vigia-alerts');
      this.all.push({ mail: { messageId: mail.messageId, headers } });
      return { receivedAtMs, alerts: alertIdsOfMail(mail) };
    });
  }
}
