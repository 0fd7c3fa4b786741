/**
 * Reads answers in a thread of its own, with limits of time and memory: an expression may loop, and a regular expression in it
 * cannot be interrupted otherwise.
 */
import { Worker } from 'node:worker_threads';
import type { MappedSource } from './mapping.ts';
import type { AnswerFault, AnswerReader, Page } from './read-answer.ts';

export interface ReadLimits {
  /** Of one answer. */
  readonly timeoutMs: number;
  readonly maxHeapMb: number;
}

/** A busy machine takes seconds to load its modules. */
const startTimeoutMs = 60_000;
const usualLimits: ReadLimits = { timeoutMs: 10_000, maxHeapMb: 256 };

/** Its thread starts with the first answer, and again after one that ended it. */
export class ThreadedReader {
  readonly #mapping: MappedSource;
  readonly #limits: ReadLimits;
  #thread: Worker | null = null;

  constructor(mapping: MappedSource, limits = usualLimits) {
    this.#mapping = mapping;
    this.#limits = limits;
  }

  read: AnswerReader = async (body) => {
    const isStarting = this.#thread === null;
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const { timeoutMs, maxHeapMb } = this.#limits;
    const { promise, resolve } = Promise.withResolvers<Page | AnswerFault>();
    const onEnd = (error?: NodeJS.ErrnoException | number) => {
      this.#thread = null;
      const why = typeof error === 'object' ? error.message : 'se ha interrumpido';
      const isTooLarge = typeof error === 'object' && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const detail = isTooLarge ? `ocupa más de ${maxHeapMb} MB` : `ha fallado: ${why}`;
      resolve({ fault: 'expression', detail: `Leer una respuesta ${detail}.` });
    };
    const limit = (ms: number) =>
      setTimeout(() => {
        const detail = `Leer una respuesta dura más de ${ms / 1_000} segundos.`;
        resolve({ fault: 'expression', detail });
        void this.close();
      }, ms);
    let timer = limit(isStarting ? startTimeoutMs : timeoutMs);
    const onMessage = (message: Page | AnswerFault | 'ready') => {
      clearTimeout(timer);
      if (message === 'ready') timer = limit(timeoutMs);
      else resolve(message);
    };
    thread.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
    thread.postMessage(body);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
    }
  };

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  #start(): Worker {
    const { answer, listing, prices, decimalMark, request } = this.#mapping;
    const { format, paging } = request;
    const thread = new Worker(new URL('./answer-thread.ts', import.meta.url), {
      // Nothing of the environment, which holds secrets, nor of the request's headers.
      env: {},
      workerData: { answer, listing, prices, decimalMark, request: { format, paging } },
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.maxHeapMb },
    });
    // One that ends between two answers has nobody else to tell.
    return thread.on('error', () => {});
  }
}
