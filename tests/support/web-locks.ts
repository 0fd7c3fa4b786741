/** Web Locks as a browser grants them, of which Node has none: in order, shared ones together, until their work has ended. */
import { afterEach, beforeEach } from 'vitest';

type Work = (lock: LockInfo | null) => unknown;

export class WebLocks {
  #held: LockInfo[] = [];
  #waiting: { readonly lock: LockInfo; readonly grant: () => void }[] = [];

  readonly query = async () => ({ held: [...this.#held] });

  readonly request = (name: string, options: LockOptions | Work, last?: Work): Promise<unknown> => {
    const work = (last ?? options) as Work;
    const { mode = 'exclusive', ifAvailable, signal } = last ? (options as LockOptions) : {};
    const lock = { name, mode };
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const leave = () => {
      this.#held = this.#held.filter((other) => other !== lock);
      this.#waiting = this.#waiting.filter((other) => other.lock !== lock);
      this.#grant();
    };
    const grant = () => {
      this.#held.push(lock);
      const done = (async () => work(lock))();
      resolve(done);
      done.then(leave, leave);
    };
    if (signal?.aborted) reject(signal.reason);
    else if (ifAvailable && !isFree(lock, [...this.#held, ...this.#waiting.map((w) => w.lock)]))
      resolve(work(null));
    else {
      signal?.addEventListener('abort', () => {
        reject(signal.reason);
        if (!this.#held.includes(lock)) leave();
      });
      this.#waiting.push({ lock, grant });
      queueMicrotask(() => this.#grant());
    }
    return promise;
  };

  #grant() {
    const ahead = [...this.#held];
    for (const request of [...this.#waiting]) {
      if (isFree(request.lock, ahead)) {
        this.#waiting = this.#waiting.filter((other) => other !== request);
        request.grant();
      }
      ahead.push(request.lock);
    }
  }
}

const isFree = ({ name, mode }: LockInfo, ahead: readonly LockInfo[]) =>
  !ahead.some(
    (other) => other.name === name && (mode === 'exclusive' || other.mode === 'exclusive'),
  );

const hasNavigator = 'navigator' in globalThis;

export function setWebLocks(locks: Pick<WebLocks, 'request'>): void {
  const [target, name, value] = hasNavigator
    ? [navigator, 'locks', locks]
    : [globalThis, 'navigator', { locks }];
  Object.defineProperty(target, name, { configurable: true, value });
}

/** A browser with locks before each test of a file, and without afterwards. */
export function setupWebLocks(): void {
  beforeEach(() => setWebLocks(new WebLocks()));
  afterEach(() => {
    if (hasNavigator) Reflect.deleteProperty(navigator, 'locks');
    else Reflect.deleteProperty(globalThis, 'navigator');
  });
}
