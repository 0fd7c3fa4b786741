/** What the doubles of channels received, newest last, in memory; and how they are told to answer. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelKind } from '#domain/channels.ts';

export interface ReceivedMessage {
  readonly id: number;
  readonly tipo: ChannelKind;
  /** Topic, chat, path: which of the kind's receivers. */
  readonly destino: string;
  readonly recibidoEn: string;
  /** What the sender names a repeat by; null when it named nothing. */
  readonly envio: string | null;
  /** Headers that belong to the wire format. */
  readonly cabeceras: Readonly<Record<string, string>>;
  /** As the receiver reads it: JSON, decrypted where it was encrypted. */
  readonly contenido: unknown;
  /** HTTP status it was answered with. */
  readonly estado: number;
}

export interface Fault {
  readonly tipo: ChannelKind;
  /** Answered instead of a success. */
  readonly estado?: number | undefined;
  /** Before the answer. */
  readonly retrasoMs?: number | undefined;
  /** `Retry-After` of the answer. */
  readonly reintentarEnSegundos?: number | undefined;
  /** How many messages it holds for. */
  readonly veces: number;
}

export class ReceivedMessages {
  #messages: ReceivedMessage[] = [];
  #faults: Fault[] = [];
  #lastId = 0;
  readonly #maxMessages: number;

  /** @param maxMessages the oldest beyond it are dropped */
  constructor(maxMessages: number) {
    this.#maxMessages = maxMessages;
  }

  list(): readonly ReceivedMessage[] {
    return this.#messages;
  }

  get faults(): readonly Fault[] {
    return this.#faults;
  }

  clear(): void {
    this.#messages = [];
    this.#faults = [];
  }

  /** Replaces the kind's fault. @param fault of `veces` 0 ends it */
  setFault(fault: Fault): void {
    this.#faults = this.#faults.filter(({ tipo }) => tipo !== fault.tipo);
    if (fault.veces > 0) this.#faults.push(fault);
  }

  /** Stores a message before it is answered. @returns how to answer, after the delay it asks for */
  async receive(
    message: Omit<ReceivedMessage, 'id' | 'recibidoEn' | 'estado'>,
    successStatus = 200,
  ): Promise<{ readonly estado: number; readonly retryAfter: number | null }> {
    const fault = this.#takeFault(message.tipo);
    const estado = fault?.estado ?? successStatus;
    this.#lastId += 1;
    const recibidoEn = new Date().toISOString();
    this.#messages.push({ ...message, id: this.#lastId, recibidoEn, estado });
    if (this.#messages.length > this.#maxMessages) this.#messages.shift();
    if (fault?.retrasoMs !== undefined) await delay(fault.retrasoMs);
    return { estado, retryAfter: fault?.reintentarEnSegundos ?? null };
  }

  #takeFault(kind: ChannelKind): Fault | undefined {
    const fault = this.#faults.find(({ tipo }) => tipo === kind);
    if (fault !== undefined) this.setFault({ ...fault, veces: fault.veces - 1 });
    return fault;
  }
}
