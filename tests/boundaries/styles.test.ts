/** Styles: every class that a component takes from a CSS module is defined there, and every class that is defined is taken. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postcss from 'postcss';
import { expect, it } from 'vitest';
import { colorVariable, darkColors, lightColors } from '#domain/palette.ts';
import { listFiles } from '#tests/support/list-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = listFiles('src');
const components = files.filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path));

function classesIn(sheet: string): Set<string> {
  const names = new Set<string>();
  postcss.parse(read(sheet)).walkRules(({ selector, parent }) => {
    if (parent?.type === 'atrule' && 'name' in parent && /keyframes$/.test(String(parent.name)))
      return;
    const own = selector.replaceAll(/:global\([^)]*\)/g, '');
    for (const [, name = ''] of own.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)) names.add(name);
  });
  return names;
}

/** Properties taken from each CSS module by name, and its importers’ text, which may compose names of parts. */
const taken = new Map(
  files
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => [path, { names: new Set<string>(), text: '' }]),
);
for (const path of components) {
  const text = read(path);
  for (const [, local, from = ''] of text.matchAll(
    /^import (\w+) from '([^']+\.module\.css)';$/gm,
  )) {
    const module = taken.get(from.startsWith('#') ? from.slice(1) : join(dirname(path), from));
    if (module === undefined) continue;
    for (const [, name = ''] of text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g')))
      module.names.add(name);
    module.text += text;
  }
}

it.each([...taken])('%s defines what is taken from it, and no more', (sheet, { names, text }) => {
  const defined = classesIn(sheet);
  expect([...names].filter((name) => !defined.has(name))).toEqual([]);
  // `styles[`size-${size}`]` names a part, which is somewhere among its importers' words.
  const isComposed = (name: string) =>
    text.includes(`'${name}'`) || text.includes(`${name.slice(0, name.lastIndexOf('-') + 1)}\${`);
  expect([...defined].filter((name) => !names.has(name) && !isComposed(name))).toEqual([]);
});

it('mails and pages outside the build have the app’s colours', () => {
  const tokens = read('src/styles/tokens.css');
  const missing = [...Object.entries(lightColors), ...Object.entries(darkColors)]
    .map(([name, value]) => `${colorVariable(name)}: ${value};`)
    .filter((declaration) => !tokens.includes(declaration));
  expect(missing).toEqual([]);
});
