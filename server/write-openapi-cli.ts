/** `npm run docs:api`: writes docs/api/openapi.json, an operation or a schema a line, and the schema of mapping files; tests fail when they are outdated. */
import { mkdir, writeFile } from 'node:fs/promises';
import { generateOpenApi } from './generate-openapi.ts';
import { mappingFileSchema } from './marketplaces/http/mapping.ts';
import { compactJson } from './openapi/compact-json.ts';

const folder = new URL('../docs/api/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('openapi.json', folder), `${compactJson(await generateOpenApi(), 3)}\n`);
await writeFile(
  new URL('market-file.schema.json', folder),
  `${compactJson(mappingFileSchema(), 7)}\n`,
);
