/**
 * Styles: every class a component names is defined, and every class, animation and token that is defined is used. Classes
 * of CSS modules are properties of their import, shared ones (src/styles) words in a string.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postcss, { type Root, type Rule } from 'postcss';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { listFiles } from '#tests/support/list-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = listFiles('src');

const isModule = (path: string) => path.endsWith('.module.css');
const sheets = files.filter((path) => path.endsWith('.css'));
const components = files.filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path));

/** Classes that no component names: a library's, and those of index.html, which no module has. */
const named = new Set(
  [...read('index.html').matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  ),
);
const isOfLibrary = (name: string) => name.startsWith('notistack-');

const className = /\.(-?[_a-zA-Z][\w-]*)/g;
const globalName = /:global\(\.(-?[_a-zA-Z][\w-]*)\)/g;
const isInKeyframes = ({ parent }: Rule) =>
  parent?.type === 'atrule' && 'name' in parent && String(parent.name).endsWith('keyframes');

/** A sheet's own classes, and shared ones that its rules refer to as `:global(.name)`. */
function classesIn(sheet: Root): { readonly own: Set<string>; readonly global: Set<string> } {
  const [own, global] = [new Set<string>(), new Set<string>()];
  sheet.walkRules((rule) => {
    if (isInKeyframes(rule)) return;
    for (const [, name = ''] of rule.selector.matchAll(globalName)) global.add(name);
    const rest = rule.selector.replaceAll(globalName, '');
    for (const [, name = ''] of rest.matchAll(className)) own.add(name);
  });
  return { own, global };
}

interface Names {
  /** Words of string literals, and properties of imported CSS modules. */
  readonly words: Set<string>;
  /** Beginnings of words that a template literal goes on with a value: `btn--` in `btn--${variant}`. */
  readonly prefixes: Set<string>;
  /** Words of `className` attributes. */
  readonly classNames: Set<string>;
}
const noNames = (): Names => ({ words: new Set(), prefixes: new Set(), classNames: new Set() });
const hasName = ({ words, prefixes }: Names, name: string) =>
  words.has(name) ||
  [...prefixes].some((prefix) => prefix.includes('-') && name.startsWith(prefix));

const shared = noNames();
/** Names taken from each CSS module. */
const taken = new Map(sheets.filter(isModule).map((path) => [path, noNames()]));

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

interface Place {
  /** Where the words belong: the shared sheets, or a module whose property is named. */
  readonly names: Names;
  readonly isClassName: boolean;
  /** What a template literal writes directly before the node. */
  readonly prefix: string;
  /** Imported CSS modules by their local name. */
  readonly modules: ReadonlyMap<string, Names>;
}

/** Collects the words of a syntax tree's literals and the properties of its CSS modules. */
function collectNames(node: unknown, place: Place): void {
  if (Array.isArray(node)) for (const child of node) collectNames(child, place);
  if (!isNode(node)) return;
  const { names, isClassName, prefix, modules } = place;
  const add = (word: string) => {
    names.words.add(prefix + word);
    if (isClassName) names.classNames.add(prefix + word);
  };
  if (node.type === 'MemberExpression') {
    const module = modules.get((node.object as { name?: string }).name ?? '');
    const property = node.property as { name?: string };
    if (module && !node.computed) module.words.add(property.name ?? '');
    if (module && node.computed)
      collectNames(property, { ...place, names: module, prefix: '', isClassName: true });
    if (module) return;
  }
  if (node.type === 'Literal' && typeof node.value === 'string')
    for (const word of wordsOf(node.value)) add(word);
  if (node.type === 'TemplateLiteral') {
    const values = node.expressions as unknown[];
    for (const [index, { value, tail }] of (node.quasis as Quasi[]).entries()) {
      const words = wordsOf(value.cooked);
      const begun = !tail && /-$/.test(value.cooked) ? (words.pop() ?? '') : '';
      if (begun !== '') names.prefixes.add(begun);
      for (const word of words) add(word);
      collectNames(values[index], { ...place, prefix: begun });
    }
    return;
  }
  const isAttribute =
    node.type === 'JSXAttribute' && (node.name as { name?: unknown }).name === 'className';
  // What an attribute compares with is no class.
  const isCompared = node.type === 'BinaryExpression';
  for (const child of Object.values(node))
    collectNames(child, { ...place, isClassName: (isClassName || isAttribute) && !isCompared });
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

for (const path of components) {
  const text = read(path);
  const imports = [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)];
  const modules = new Map(
    imports.map(([, name = '', from = '']) => {
      const file = from.startsWith('#') ? from.slice(1) : join(dirname(path), from);
      return [name, taken.get(file) ?? noNames()];
    }),
  );
  const { program } = parseSync(path, text);
  collectNames(program, { names: shared, isClassName: false, prefix: '', modules });
}

const parsed = new Map(sheets.map((path) => [path, postcss.parse(read(path))]));
const definedIn = (path: string) => classesIn(parsed.get(path) ?? postcss.root());
/** Classes that a module styles as `:global(.name)` are states of a part that another component renders. */
const sharedClasses = new Set(
  sheets.flatMap((path) => [...definedIn(path)[isModule(path) ? 'global' : 'own']]),
);

describe('styles', () => {
  it.each(sheets)('%s styles no class that nothing names', (path) => {
    const names = taken.get(path) ?? shared;
    const isUsed = (name: string) =>
      hasName(names, name) || (names === shared && named.has(name)) || isOfLibrary(name);
    expect([...definedIn(path).own].filter((name) => !isUsed(name))).toEqual([]);
  });

  it.each([...taken])('%s defines every class that is taken from it', (path, names) => {
    const { own } = definedIn(path);
    expect([...names.words].filter((name) => !own.has(name))).toEqual([]);
  });

  it('refer to no shared class that nothing names', () => {
    const isNamed = (name: string) => hasName(shared, name) || isOfLibrary(name);
    expect([...sharedClasses].filter((name) => !isNamed(name) && !named.has(name))).toEqual([]);
  });

  it('share every class that a component names as a word', () => {
    expect([...shared.classNames].filter((name) => !sharedClasses.has(name))).toEqual([]);
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
        if (!css.includes(`var(${prop}`) && !code.includes(prop)) unused.push(prop);
      });
    }
    expect([...new Set(unused)]).toEqual([]);
  });
});
