/** Styles: every class a component names is defined, and every class, animation and token that is defined is used. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postcss, { type Root, type Rule } from 'postcss';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

const sheets = files.filter((path) => path.endsWith('.css'));
const components = files.filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path));

/** Classes that no component names: a library's, and those of index.html. */
const named = new Set(read('index.html').match(/[\w-]+/g));
const isOfLibrary = (name: string) => name.startsWith('notistack-');

const className = /\.(-?[_a-zA-Z][\w-]*)/g;
const isInKeyframes = ({ parent }: Rule) =>
  parent?.type === 'atrule' && 'name' in parent && String(parent.name).endsWith('keyframes');

function classesIn(sheet: Root): Set<string> {
  const classes = new Set<string>();
  sheet.walkRules((rule) => {
    if (isInKeyframes(rule)) return;
    for (const [, name = ''] of rule.selector.matchAll(className)) classes.add(name);
  });
  return classes;
}

interface Texts {
  /** Words of string literals. */
  readonly words: Set<string>;
  /** Beginnings of words that a template literal goes on with a value: `btn--` in `btn--${variant}`. */
  readonly prefixes: Set<string>;
  /** Words of `className` attributes. */
  readonly classNames: Set<string>;
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

interface Place {
  readonly isClassName: boolean;
  /** What a template literal writes directly before the node. */
  readonly prefix: string;
}

/** Collects the words of a syntax tree's literals. */
function collectTexts(node: unknown, texts: Texts, place: Place): void {
  if (Array.isArray(node)) for (const child of node) collectTexts(child, texts, place);
  if (!isNode(node)) return;
  const { isClassName, prefix } = place;
  const add = (word: string) => {
    texts.words.add(prefix + word);
    if (isClassName) texts.classNames.add(prefix + word);
  };
  if (node.type === 'Literal' && typeof node.value === 'string')
    for (const word of wordsOf(node.value)) add(word);
  if (node.type === 'TemplateLiteral') {
    const values = node.expressions as unknown[];
    for (const [index, { value, tail }] of (node.quasis as Quasi[]).entries()) {
      const words = wordsOf(value.cooked);
      const begun = !tail && /\S$/.test(value.cooked) ? (words.pop() ?? '') : '';
      if (begun !== '') texts.prefixes.add(begun);
      for (const word of words) add(word);
      collectTexts(values[index], texts, { isClassName, prefix: begun });
    }
    return;
  }
  const isAttribute =
    node.type === 'JSXAttribute' && (node.name as { name?: unknown }).name === 'className';
  // What an attribute compares with is no class.
  const isCompared = node.type === 'BinaryExpression';
  for (const child of Object.values(node))
    collectTexts(child, texts, {
      prefix,
      isClassName: (isClassName || isAttribute) && !isCompared,
    });
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
interface Quasi {
  readonly value: { readonly cooked: string };
  readonly tail: boolean;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const parsed = new Map(sheets.map((path) => [path, postcss.parse(read(path))]));
const texts: Texts = { words: new Set(), prefixes: new Set(), classNames: new Set() };
for (const path of components)
  collectTexts(parseSync(path, read(path)).program, texts, { isClassName: false, prefix: '' });

const isUsed = (name: string) =>
  named.has(name) ||
  isOfLibrary(name) ||
  texts.words.has(name) ||
  [...texts.prefixes].some((prefix) => prefix.includes('-') && name.startsWith(prefix));

describe('styles', () => {
  it.each([...parsed])('%s styles no class that nothing names', (_path, sheet) => {
    expect([...classesIn(sheet)].filter((name) => !isUsed(name))).toEqual([]);
  });

  it('define every class that a component names', () => {
    const defined = new Set([...parsed.values()].flatMap((sheet) => [...classesIn(sheet)]));
    expect([...texts.classNames].filter((name) => !defined.has(name))).toEqual([]);
  });

  it('define no animation and no custom property that nothing uses', () => {
    const css = sheets.map(read).join('\n');
    const code = components.map(read).join('\n');
    const unused: string[] = [];
    for (const sheet of parsed.values()) {
      sheet.walkAtRules('keyframes', ({ params }) => {
        if (!new RegExp(`animation(-name)?:[^;]*\\b${params}\\b`).test(css)) unused.push(params);
      });
      sheet.walkDecls(/^--/, ({ prop }) => {
        if (!css.includes(`var(${prop}`) && !code.includes(`${prop}`)) unused.push(prop);
      });
    }
    expect([...new Set(unused)]).toEqual([]);
  });
});
