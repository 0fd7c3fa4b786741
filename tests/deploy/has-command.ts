/** Whether a program of the operator's, which this repository does not install, is on this machine. */
import { spawnSync } from 'node:child_process';

export const hasCommand = (name: string): boolean =>
  spawnSync(name, ['--version']).error === undefined;
