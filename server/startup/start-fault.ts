/** Why the server cannot start: one Spanish sentence in the terminal, a line of the log in production. */
import { createLogger } from '../base/logger.ts';
import { ConfigError } from '../config/config.ts';

/** An expected fault; the message is a sentence for the operator that names the variable. */
export class StartError extends Error {}

/** Logged whatever LOG_LEVEL says: without it the exit would be mute. */
export function reportStartFault(error: unknown, { production }: { production: boolean }): void {
  const sentence = error instanceof Error ? error.message : String(error);
  if (!production) {
    process.stderr.write(`${sentence}\n`);
    return;
  }
  const log = createLogger('info');
  if (error instanceof ConfigError)
    log.fatal({ errors: error.faults }, 'La configuración no es válida.');
  else if (error instanceof StartError) log.fatal(sentence);
  else log.fatal({ err: error }, 'Vigía no puede arrancar.');
}
