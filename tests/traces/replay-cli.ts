/** `npm run replay-trace -- replay FILE…`: replays traces without an editor, and says at which step one diverges. */
import { validateTrace } from './validate-trace.ts';

const [command, ...files] = process.argv.slice(2);

if (command !== 'replay' || files.length === 0) {
  process.stderr.write('npm run replay-trace -- replay FILE…\n');
  process.exitCode = 2;
} else {
  for (const file of files) {
    const { error, summary } = await validateTrace(file);
    process.stdout.write(error === null ? `✓ ${summary}\n` : `✗ ${file}\n${error}\n`);
    if (error !== null) process.exitCode = 1;
  }
}
