/** What the journey needs of a browser's remote control; WebDriver and WebDriver BiDi share the form of input actions. */
export interface Driver {
  /** Name and version. */
  readonly name: string;
  goto(url: string): Promise<void>;
  /** One step back in the history. */
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page, whatever its security policy. Arguments and result pass as JSON. */
  evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** Runs a script file in the page. */
  addScript(text: string): Promise<void>;
  /** Real input: WebDriver's actions. */
  perform(actions: readonly object[]): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Console errors, uncaught exceptions and violations of the security policy so far. */
  errors(): readonly string[];
  close(): Promise<void>;
}

/** Why a browser cannot be driven here, and which packages would change that. */
export class BrowserMissing extends Error {}

/** The call of a page function as an expression whose value is a JSON text. */
export const callExpression = (run: unknown, args: readonly unknown[]): string =>
  `JSON.stringify((${String(run)})(...${JSON.stringify(args)}) ?? null)`;
