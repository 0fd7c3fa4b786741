/** Drives Debian's WebKitGTK through WebKitWebDriver (plain WebDriver over HTTP), on a virtual screen where there is none. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { freePort } from '#tests/support/local-app.ts';
import { endProgram, startProgram, waitForOutput } from './child-process.ts';
import { BrowserMissing, callExpression, type Driver } from './driver.ts';
import { type ErrorProxy, startErrorProxy } from './error-proxy.ts';
import { findProgram } from './find-program.ts';

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

const commandTimeoutMs = 60_000;

/** @throws BrowserMissing */
export async function openWebKit(): Promise<Driver> {
  const path = findProgram('WebKitWebDriver');
  const screen = findProgram('Xvfb');
  if (path === null || screen === null)
    throw new BrowserMissing('WebKitGTK is not installed (Debian: webkit2gtk-driver xvfb)');
  const proxy = await startErrorProxy();
  const programs: ChildProcess[] = [];
  const end = async () => {
    for (const program of programs.reverse()) await endProgram(program);
    await proxy.close();
  };
  try {
    const virtual = startProgram(screen, ['-displayfd', '3', '-screen', '0', '1440x1000x24'], {});
    programs.push(virtual);
    const [display] = await waitForOutput(virtual, virtual.stdio[3] as Readable, /\d+(?=\n)/);
    const port = await freePort();
    const environment = { DISPLAY: `:${display}`, TZ: 'Europe/Madrid', LANG: 'es_ES.UTF-8' };
    programs.push(
      startProgram(path, [`--port=${port}`], {
        env: { ...process.env, ...environment },
        stdio: 'ignore',
      }),
    );
    return await openSession(`http://127.0.0.1:${port}`, proxy, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function openSession(
  service: string,
  proxy: ErrorProxy,
  end: () => Promise<void>,
): Promise<Driver> {
  await waitUntilReady(service);
  const { sessionId, capabilities } = await send<Session>(`${service}/session`, 'POST', {
    capabilities: { alwaysMatch: { proxy: { proxyType: 'manual', httpProxy: proxy.address } } },
  });
  const session = `${service}/session/${sessionId}`;
  const post = <Result = void>(path: string, body: object) =>
    send<Result>(`${session}/${path}`, 'POST', body);
  const evaluate = (script: string) => post<string>('execute/sync', { script, args: [] });
  await post('window/rect', { width: 1_440, height: 1_000 });
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    goto: (url) => post('url', { url }),
    back: () => post('back', {}),
    reload: () => post('refresh', {}),
    evaluate: async (run, ...args) =>
      JSON.parse(await evaluate(`return ${callExpression(run, args)}`)),
    addScript: async (text) => {
      await evaluate(text);
    },
    perform: (actions) => post('actions', { actions }),
    screenshot: async () =>
      Buffer.from(await send<string>(`${session}/screenshot`, 'GET'), 'base64'),
    errors: () => proxy.errors,
    close: async () => {
      await send(session, 'DELETE').catch(() => {});
      await end();
    },
  };
}

async function waitUntilReady(service: string): Promise<void> {
  const deadline = Date.now() + commandTimeoutMs;
  while (!(await fetch(`${service}/status`).catch(() => null))?.ok) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @throws the driver's error, and when it does not answer within a minute */
async function send<Result>(url: string, method: string, body?: object): Promise<Result> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(commandTimeoutMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) {
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${method} ${new URL(url).pathname.split('/').at(-1)}: ${error} ${message}`);
  }
  return value as Result;
}
