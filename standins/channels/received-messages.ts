/** What the doubles of channels received, newest last, in memory; and how they are told to answer. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelKind } from '#domain/channels.ts';

/** The oldest beyond it are dropped. */
const maxMessages = 5_000;

export interface ReceivedMessage {
  readonly id: number;
  readonly kind: ChannelKind;
  /** Topic, chat, path: which of the kind's receivers. */
  readonly to: string;
  readonly receivedAt: string;
  /** What the sender names a repeat by; null when it named nothing. */
  readonly idempotencyKey: string | null;
  /** Headers that belong to the wire format. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a webhook: the very bytes that its signature is over. */
  readonly body: string | undefined;
  /** As the receiver reads it: JSON, decrypted where it was encrypted. */
  readonly content: unknown;
  /** HTTP status it was answered with. */
  readonly status: number;
}

export interface ChannelFault {
  readonly kind: ChannelKind;
  /** Answered instead of a success. */
  readonly status?: number | undefined;
  /** Before the answer. */
  readonly delayMs?: number | undefined;
  /** `Retry-After` of the answer. */
  readonly retryAfterSeconds?: number | undefined;
  /** How many messages it holds for. */
  readonly times: number;
}

export class ReceivedMessages {
  #messages: ReceivedMessage[] = [];
  #faults: ChannelFault[] = [];
  #lastId = 0;

  list(): readonly ReceivedMessage[] {
    return this.#messages;
  }

  get faults(): readonly ChannelFault[] {
    return this.#faults;
  }

  clear(): void {
    this.#messages = [];
    this.#faults = [];
  }

  /** Replaces the kind's fault. @param fault of `times` 0 ends it */
  setFault(fault: ChannelFault): void {
    this.#faults = this.#faults.filter(({ kind }) => kind !== fault.kind);
    if (fault.times > 0) this.#faults.push(fault);
  }

  /** Stores a message before it is answered. @returns how to answer, after the delay it asks for */
  async receive(
    message: Omit<ReceivedMessage, 'id' | 'receivedAt' | 'status'>,
    successStatus = 200,
  ): Promise<{ readonly status: number; readonly retryAfter: number | null }> {
    const fault = this.#takeFault(message.kind);
    const status = fault?.status ?? successStatus;
    this.#lastId += 1;
    const receivedAt = new Date().toISOString();
    this.#messages.push({ ...message, id: this.#lastId, receivedAt, status });
    if (this.#messages.length > maxMessages) this.#messages.shift();
    if (fault?.delayMs !== undefined) await delay(fault.delayMs);
    return { status, retryAfter: fault?.retryAfterSeconds ?? null };
  }

  #takeFault(kind: ChannelKind): ChannelFault | undefined {
    const fault = this.#faults.find((one) => one.kind === kind);
    if (fault !== undefined) this.setFault({ ...fault, times: fault.times - 1 });
    return fault;
  }
}
