/** Starts a program and waits for what it prints; ends it for good. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

const startTimeoutMs = 60_000;
const endTimeoutMs = 5_000;

export const startProgram = (
  path: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess => spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], ...options });

/** @returns the first match in what the program prints there. @throws after a minute, or when it ends */
export function waitForOutput(
  child: ChildProcess,
  stream: Readable,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  let text = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`${child.spawnfile} ${why} before it printed ${pattern}:\n${text}`));
    const timer = setTimeout(() => fail('took too long'), startTimeoutMs);
    child.once('exit', (code) => fail(`ended with ${code}`));
    stream.on('data', (chunk: Buffer) => {
      text = `${text}${chunk.toString()}`.slice(-4_000);
      const match = pattern.exec(text);
      if (match === null) return;
      clearTimeout(timer);
      resolve(match);
    });
  });
}

export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), endTimeoutMs);
  await ended;
  clearTimeout(timer);
}
