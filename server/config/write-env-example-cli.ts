/** `npm run docs:env`: writes deploy/env.example. */
import { readFile, writeFile } from 'node:fs/promises';
import { envExample } from './env-example.ts';

const root = new URL('../../', import.meta.url);
const pages = ['docs/operations.md', 'docs/adding-a-marketplace.md'];
const texts = await Promise.all(pages.map((page) => readFile(new URL(page, root), 'utf8')));
await writeFile(new URL('deploy/env.example', root), envExample(texts));
