/** Drives an installed Firefox through WebDriver BiDi, its own protocol: no extra program is needed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BidiConnection } from './bidi-connection.ts';
import { endProgram, startProgram, waitForOutput } from './child-process.ts';
import { BrowserMissing, callExpression, type Driver } from './driver.ts';
import { findProgram } from './find-program.ts';

interface LogEntry {
  readonly level: string;
  readonly text: string | null;
}
interface Evaluation {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
}

/** Firefox reports violations of the security policy to its own console only. */
const reportViolations = () =>
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`security policy: ${violatedDirective} ${blockedURI}`),
  );

/** @throws BrowserMissing */
export async function openFirefox(): Promise<Driver> {
  const path = findProgram('firefox', 'firefox-esr');
  if (path === null) throw new BrowserMissing('Firefox is not installed (Debian: firefox-esr)');
  const profile = await mkdtemp(join(tmpdir(), 'vigia-firefox-'));
  await writeFile(join(profile, 'user.js'), 'user_pref("intl.accept_languages", "es-ES");\n');
  const child = startProgram(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { env: { ...process.env, TZ: 'Europe/Madrid' } },
  );
  const end = async () => {
    await endProgram(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [, address] = await waitForOutput(
      child,
      child.stderr as NonNullable<typeof child.stderr>,
      /BiDi listening on (ws:\S+)/,
    );
    return await openSession(await BidiConnection.open(`${address}/session`), end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function openSession(bidi: BidiConnection, end: () => Promise<void>): Promise<Driver> {
  const errors: string[] = [];
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>(
    'session.new',
    { capabilities: {} },
  );
  bidi.on('log.entryAdded', (entry) => {
    const { level, text } = entry as LogEntry;
    if (level === 'error') errors.push(text ?? 'an error without a text');
  });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  await bidi.send('script.addPreloadScript', { functionDeclaration: String(reportViolations) });
  // A tab of our own: in the first one the address bar has the focus, and fields report no focus and no blur.
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
  });
  await bidi.send('browsingContext.activate', { context });
  const viewport = { width: 1_440, height: 900 };
  await bidi.send('browsingContext.setViewport', { context, viewport });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await bidi.send<Evaluation>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: false,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value;
  };
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    goto: (url) => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    back: () => bidi.send('browsingContext.traverseHistory', { context, delta: -1 }),
    reload: () => bidi.send('browsingContext.reload', { context, wait: 'complete' }),
    evaluate: async (run, ...args) => JSON.parse(String(await evaluate(callExpression(run, args)))),
    addScript: async (text) => {
      await evaluate(text);
    },
    perform: (actions) => bidi.send('input.performActions', { context, actions }),
    screenshot: async () => {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    errors: () => errors,
    close: async () => {
      bidi.close();
      await end();
    },
  };
}
