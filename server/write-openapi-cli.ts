/** `npm run docs:api`: writes docs/api/openapi.json, an operation or a schema a line; a test fails when it is outdated. */
import { mkdir, writeFile } from 'node:fs/promises';
import { generateOpenApi } from './generate-openapi.ts';
import { compactJson } from './openapi/compact-json.ts';

const file = new URL('../docs/api/openapi.json', import.meta.url);
await mkdir(new URL('.', file), { recursive: true });
await writeFile(file, `${compactJson(await generateOpenApi(), 3)}\n`);
