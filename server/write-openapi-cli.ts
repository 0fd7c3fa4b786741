/** `npm run docs:api`: writes docs/api/openapi.json; a test fails when it is outdated. */
import { mkdir, writeFile } from 'node:fs/promises';
import { generateOpenApi } from './generate-openapi.ts';

const file = new URL('../docs/api/openapi.json', import.meta.url);
await mkdir(new URL('.', file), { recursive: true });
await writeFile(file, `${JSON.stringify(await generateOpenApi(), null, 2)}\n`);
