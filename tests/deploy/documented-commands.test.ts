/** Every command in a document is in the table of docs/contributing.md that says what runs it, and the table is current. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = ['README.md', 'SECURITY.md', 'CHANGELOG.md'].concat(
  readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`),
);
/** First words of what is a command: others in code marks are names. */
const programs =
  /^((npm|npx|node) |(vigia|tar|ln|systemctl|pg_dump|pg_restore|createdb|openssl|git|apt-get)( |$))/;

const contributing = read('docs/contributing.md');
const section = /## Documented commands\n([\s\S]*?)\n## /.exec(contributing)?.[1] ?? '';
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, commands = '', runBy = ''] = line.split(' | ').join('|').split('|');
    return { commands: inCodeMarks(commands), runBy };
  });
const listed = rows.flatMap(({ commands }) => commands);

it('the table has every documented command', () => {
  const missing = documents.flatMap((document) =>
    commandsOf(read(document).replace(section, ''))
      .filter((command) => !listed.includes(command))
      .map((command) => `${document}: ${command}`),
  );
  expect(missing).toEqual([]);
  expect(listed.length).toBeGreaterThan(30);
});

it('the table has no command that no document names', () => {
  const named = new Set(documents.flatMap((document) => commandsOf(read(document))));
  expect(listed.filter((command) => !named.has(command))).toEqual([]);
});

it('the files that run them exist', () => {
  const missing = rows
    .flatMap(({ runBy }) => inCodeMarks(runBy))
    .filter((text) => /^(tests|server|docs|bench)\//.test(text) && !existsSync(join(root, text)));
  expect(missing).toEqual([]);
});

function inCodeMarks(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** In code marks and in code blocks, each as in the table: a program with its subcommand or script. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  );
  const inline = inCodeMarks(text.replace(/^```[\s\S]*?^```$/gm, ''));
  return [...blocks, ...inline]
    .map((line) =>
      line
        .trim()
        .replace(/^([A-Z_]+=\S+ +)+/, '')
        .replace(/^(\S*\/)?vigia(?=$| )/, 'vigia'),
    )
    .filter((line) => programs.test(line))
    .map(nameOf);
}

function nameOf(line: string): string {
  const [program = '', ...args] = line.split(/\s+/);
  const words = args.filter((arg) => !arg.startsWith('-') && !arg.startsWith('#'));
  if (program === 'npm') return words[0] === 'run' ? `npm run ${words[1]}` : `npm ${words[0]}`;
  if (program === 'npx' || program === 'node') return `${program} ${words[0]}`;
  const isSubcommand = /^(admin|check|migrate|health)$/.test(words[0] ?? '');
  return program === 'vigia' && isSubcommand ? `vigia ${words[0]}` : program;
}
