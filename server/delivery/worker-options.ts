/** What the delivery worker is given. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Metrics } from '../base/metrics.ts';
import type { GuardedPostOptions } from '../outgoing/guarded-post.ts';
import type { MessageConfig } from './channels-config.ts';
import type { MailConfig } from './mail/mail-config.ts';

export interface DeliveryWorkerOptions {
  readonly pool: pg.Pool;
  readonly config: Pick<MessageConfig, 'appOrigin'> & {
    readonly databaseSessionUrl: string;
    readonly mail: MailConfig;
    /** null: by mail alone. */
    readonly messages: MessageConfig | null;
  };
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** For tests. */
  readonly timings?: {
    readonly maxAttempts?: number;
    readonly leaseSeconds?: number;
    readonly renewEveryMs?: number;
    readonly drainMs?: number;
    /** Of the relay, before it is given up for the first time. */
    readonly silenceMs?: number;
    /** Multiplies the delays of retries. */
    readonly retryScale?: number;
    /** How long a request holds its slot. */
    readonly slotMs?: number;
  };
  readonly post?: Partial<GuardedPostOptions>;
}
