/** Commands and events of WebDriver BiDi over a WebSocket. */
const commandTimeoutMs = 60_000;

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly message?: string;
}

export class BidiConnection {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, (message: Message) => void>();
  readonly #listeners = new Map<string, (params: unknown) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  static async open(url: string): Promise<BidiConnection> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)));
    });
    return new BidiConnection(socket);
  }

  /** @throws the browser's error, and when it does not answer within a minute */
  send<Result = void>(method: string, params: object): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), commandTimeoutMs);
      this.#pending.set(id, ({ type, result, message }) => {
        clearTimeout(timer);
        if (type === 'error') reject(new Error(`${method}: ${message}`));
        else resolve(result as Result);
      });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  on(event: string, listener: (params: unknown) => void): void {
    this.#listeners.set(event, listener);
  }

  close(): void {
    this.#socket.close();
  }

  #receive(message: Message): void {
    if (message.id === undefined) {
      this.#listeners.get(message.method ?? '')?.(message.params);
      return;
    }
    this.#pending.get(message.id)?.(message);
    this.#pending.delete(message.id);
  }
}
