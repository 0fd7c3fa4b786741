/** `npm run replay-trace -- replay FILE…`: replays traces without an editor, and says at which step one diverges. */
import { checkTrace } from './check-trace.ts';

const [command, ...files] = process.argv.slice(2);

if (command !== 'replay' || files.length === 0) {
  process.stderr.write('npm run replay-trace -- replay FILE…\n');
  process.exitCode = 2;
} else {
  for (const file of files) {
    const { problem, summary } = await checkTrace(file);
    process.stdout.write(problem === null ? `✓ ${summary}\n` : `✗ ${file}\n${problem}\n`);
    if (problem !== null) process.exitCode = 1;
  }
}
