/**
 * Reads answers in a process of its own, with limits of time and memory: an expression may loop, a regular expression in it
 * cannot be interrupted otherwise, and a thread that fills its memory may take the whole process with it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
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

/** Its process starts with the first answer, and again after one that ended it. */
export class IsolatedReader {
  readonly #mapping: MappedSource;
  readonly #limits: ReadLimits;
  #process: ChildProcess | null = null;

  constructor(mapping: MappedSource, limits = usualLimits) {
    this.#mapping = mapping;
    this.#limits = limits;
  }

  read: AnswerReader = async (body) => {
    const isStarting = this.#process === null;
    const reader = this.#process ?? this.#start();
    // Its program is gone, or there is no room for another: it has no end to wait for.
    if (reader.pid === undefined)
      return {
        fault: 'expression',
        detail: 'No se ha podido abrir un proceso que lea respuestas.',
      };
    this.#process = reader;
    const { timeoutMs, maxHeapMb } = this.#limits;
    const { promise, resolve } = Promise.withResolvers<Page | AnswerFault>();
    // V8 aborts a process that is out of memory.
    const onExit = (_code: number | null, signal: NodeJS.Signals | null) => {
      const why = signal === 'SIGABRT' ? `ocupa más de ${maxHeapMb} MB` : 'se ha interrumpido';
      resolve({ fault: 'expression', detail: `Leer una respuesta ${why}.` });
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
    reader.on('message', onMessage).on('exit', onExit);
    reader.send(body);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      reader.off('message', onMessage).off('exit', onExit);
    }
  };

  async close(): Promise<void> {
    const reader = this.#process;
    if (reader === null) return;
    // The next answer does not wait for its end.
    this.#process = null;
    const ended = once(reader, 'exit');
    reader.kill('SIGKILL');
    await ended;
  }

  #start(): ChildProcess {
    const { answer, listing, prices, decimalMark, request } = this.#mapping;
    const { format, paging } = request;
    const shape = { answer, listing, prices, decimalMark, request: { format, paging } };
    const path = fileURLToPath(new URL('./answer-process.ts', import.meta.url));
    const reader = fork(path, [JSON.stringify(shape), String(process.pid)], {
      // Nothing of the environment, which holds secrets, nor of the request's headers.
      env: {},
      execArgv: [`--max-old-space-size=${this.#limits.maxHeapMb}`],
      // Keeps numbers that are none.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // One that ends between two answers has nobody else to tell; the next answer starts another.
    return reader
      .on('error', () => {})
      .once('exit', () => {
        if (this.#process === reader) this.#process = null;
      });
  }
}
