/** Node's own words as lines of the log: warnings, and the error that ends the process. */
import type { FastifyBaseLogger } from 'fastify';

export function logProcessEvents(log: FastifyBaseLogger): void {
  // Node's listener writes plain text to stderr.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nothing handles ends the process');
    process.exit(1);
  });
}
