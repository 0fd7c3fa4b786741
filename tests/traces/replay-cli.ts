/** `npm run replay-trace -- FILE…`: replays traces without a browser, and says at which step one diverges. */
import { validateTrace } from './validate-trace.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('npm run replay-trace -- FILE…\n');
  process.exitCode = 2;
}
for (const file of files) {
  const error = await validateTrace(file);
  process.stdout.write(error === null ? `✓ ${file}\n` : `✗ ${file}\n${error}\n`);
  if (error !== null) process.exitCode = 1;
}
