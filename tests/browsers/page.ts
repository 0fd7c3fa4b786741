/** A page as its user sees it: elements by role and name or by label, with waiting, real clicks and real keys. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Driver } from './driver.ts';

const library = fileURLToPath(
  new URL(
    '../../node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js',
    import.meta.url,
  ),
);
const timeoutMs = 30_000;
const retryMs = 100;

/** Control keys, as WebDriver writes them. */
export const keys = { tab: '\uE004', enter: '\uE007', escape: '\uE00C', down: '\uE015' } as const;
const control = '\uE009';

/** An element by role and accessible name, or a field by its label. */
export type Target =
  | { readonly role: string; readonly name: string | RegExp }
  | { readonly label: string };

/** A target as JSON. */
interface Query {
  readonly role?: string;
  readonly label?: string;
  readonly text: string;
  /** The text is a regular expression. */
  readonly isPattern: boolean;
}

/** Where to click, or why not yet. */
type Location = { readonly x: number; readonly y: number } | { readonly reason: string };

declare global {
  interface Window {
    TestingLibraryDom?: typeof import('@testing-library/dom');
  }
}

export class Page {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.#driver.goto(new URL(path, this.#origin).href);
  }

  back = (): Promise<void> => this.#driver.back();
  reload = (): Promise<void> => this.#driver.reload();

  async press(role: string, name: string | RegExp): Promise<void> {
    await this.#click({ role, name });
  }

  /** Replaces the text of a field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.#click(target);
    await this.#driver.perform([
      keyboard([
        { type: 'keyDown', value: control },
        ...stroke('a'),
        { type: 'keyUp', value: control },
        ...[...text].flatMap(stroke),
      ]),
    ]);
  }

  async type(text: string): Promise<void> {
    await this.#driver.perform([keyboard([...text].flatMap(stroke))]);
  }

  /** Gives the focus without a click, which would open the list of a select. */
  async focus(target: Target): Promise<void> {
    await this.#poll(`${describe(target)} to focus`, async () => {
      const reason = await this.#inPage(locate, toQuery(target), true);
      return 'reason' in reason ? reason.reason : null;
    });
  }

  /** Waits for a visible element. */
  async see(target: Target): Promise<void> {
    await this.#poll(`${describe(target)}`, async () => {
      const found = await this.#inPage(locate, toQuery(target), false);
      return 'reason' in found && found.reason !== 'covered' ? found.reason : null;
    });
  }

  seeText(text: string | RegExp): Promise<void> {
    return this.#poll(`the text ${text}`, async () => {
      const shown = await this.#driver.evaluate(visibleText);
      const isShown = typeof text === 'string' ? shown.includes(text) : text.test(shown);
      return isShown ? null : `the page says: ${shown.slice(0, 300)}`;
    });
  }

  missText(text: string): Promise<void> {
    return this.#poll(`no text ${text}`, async () =>
      (await this.#driver.evaluate(visibleText)).includes(text) ? 'it is there' : null,
    );
  }

  /** Waits until a function of the page returns the value. */
  async expect<Args extends readonly unknown[], Result>(
    value: Result,
    read: (...args: Args) => Result,
    ...args: Args
  ): Promise<void> {
    await this.#poll(`${read} to be ${value}`, async () => {
      const actual = await this.#driver.evaluate(read, ...args);
      return JSON.stringify(actual) === JSON.stringify(value) ? null : JSON.stringify(actual);
    });
  }

  expectPath(path: string): Promise<void> {
    return this.expect(path, () => location.pathname);
  }

  async #click(target: Target): Promise<void> {
    let previous: Location | null = null;
    await this.#poll(`${describe(target)} to click`, async () => {
      const found = await this.#inPage(locate, toQuery(target), false);
      if ('reason' in found) return found.reason;
      // What is still moving would not be under the mouse any more.
      const isAtRest = JSON.stringify(found) === JSON.stringify(previous);
      previous = found;
      if (!isAtRest) return 'moving';
      const point = { x: Math.round(found.x), y: Math.round(found.y) };
      await this.#driver.perform([
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', ...point, duration: 0 },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ]);
      return null;
    });
  }

  /** Runs a function that needs the library, which every new document lacks. */
  async #inPage<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> {
    if (!(await this.#driver.evaluate(() => 'TestingLibraryDom' in window)))
      await this.#driver.addScript(await readFile(library, 'utf8'));
    return this.#driver.evaluate(run, ...args);
  }

  /** @param attempt null when it succeeded, else why not; may fail while the page changes */
  async #poll(what: string, attempt: () => Promise<string | null>): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const reason = await attempt().catch(String);
      if (reason === null) return;
      if (Date.now() > deadline) throw new Error(`waited for ${what}: ${reason}`);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];
const keyboard = (actions: readonly object[]) => ({ type: 'key', id: 'keyboard', actions });

const describe = (target: Target): string =>
  'role' in target ? `${target.role} “${target.name}”` : `field “${target.label}”`;

function toQuery(target: Target): Query {
  if ('label' in target) return { label: target.label, text: target.label, isPattern: false };
  const { role, name } = target;
  return typeof name === 'string'
    ? { role, text: name, isPattern: false }
    : { role, text: name.source, isPattern: true };
}

/** Runs in the page. */
const visibleText = () => document.body.innerText;

/** Runs in the page: the centre of the first such element that can be clicked. */
function locate({ role, text, isPattern }: Query, focuses: boolean): Location {
  const library = window.TestingLibraryDom;
  if (library === undefined) return { reason: 'the page has just changed' };
  const name = isPattern ? new RegExp(text) : text;
  const found = role
    ? library.queryAllByRole(document.body, role, { name })
    : library.queryAllByLabelText(document.body, name, { selector: 'input, textarea, select' });
  const element = found.find((one) => one.getClientRects().length > 0);
  if (element === undefined) return { reason: 'not found' };
  if (element.matches(':disabled')) return { reason: 'disabled' };
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (focuses) element.focus();
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  const isOnTop = element.contains(hit) || (hit?.contains(element) && hit.closest('label'));
  return isOnTop ? { x, y } : { reason: 'covered' };
}
