/** Renders the OpenAPI document as an HTML page without script or external resources. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { brand } from '#domain/brand.ts';
import { Html, html } from '#domain/html.ts';
import { colorRules } from '#domain/palette.ts';
import type { OpenApi } from './build-document.ts';
import { schemaToText } from './schema-to-text.ts';

const rules = `${colorRules}
*{box-sizing:border-box}
body{margin:0;background:var(--color-surface);color:var(--color-text);font:16px/1.5 "Archivo","Helvetica Neue",Arial,sans-serif}
main{max-width:60rem;margin:0 auto;padding:32px 16px 64px}
h1{margin:0 0 12px;font-size:2rem;line-height:1.1}
h2{margin:40px 0 8px;font-size:1.375rem}
h3{margin:16px 0 4px;font-size:1rem}
p{margin:0 0 12px;max-width:44rem;overflow-wrap:anywhere}
a{color:inherit}
details{border-top:1px solid var(--color-rule)}
summary{padding:12px 0;min-height:48px;cursor:pointer;overflow-wrap:anywhere}
details>div{padding:0 0 20px}
code,pre{font:14px/1.5 ui-monospace,"SFMono-Regular",Menlo,Consolas,monospace}
summary code{font-weight:700}
.soft{color:var(--color-text-soft)}
pre{margin:4px 0 12px;padding:12px;background:var(--color-sunken);overflow:auto;max-height:32rem}
dl{margin:0 0 12px}
dt{font-weight:700;overflow-wrap:anywhere}
dd{margin:0 0 8px;overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--color-text);outline-offset:2px}`;

const content = z.record(z.string(), z.object({ schema: z.optional(z.unknown()) }));
const operation = z.object({
  tags: z.optional(z.array(z.string())),
  summary: z.optional(z.string()),
  description: z.optional(z.string()),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.optional(z.boolean()),
        description: z.optional(z.string()),
        schema: z.optional(z.unknown()),
      }),
    ),
  ),
  requestBody: z.optional(z.object({ content })),
  responses: z.optional(
    z.record(z.string(), z.object({ description: z.string(), content: z.optional(content) })),
  ),
});
type Operation = z.infer<typeof operation>;
const description = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/** Content security policy of the page: its own style and our icon only. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(rules).digest('base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function renderDocsPage(document: OpenApi): string {
  const { info, components } = description.parse(document);
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      name: `${method.toUpperCase()} ${path}`,
      ...operation.parse(raw),
    })),
  );
  const groups = Map.groupBy(all, ({ tags }) => tags?.[0] ?? '');
  return html`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title><link rel="icon" href="/favicon.svg"><style>${new Html(rules)}</style></head>
<body><main><h1>${info.title}</h1><p>${renderInlineCode(info.description)}</p>
<p><a href="/api/docs/openapi.json">openapi.json</a> · <a href="/">${brand.name}</a></p>
<h2>La forma de un error</h2><pre tabindex="0">${schemaToText(components.schemas.Error)}</pre>
${[...groups].map(([tag, group]) => html`<section><h2>${tag}</h2>${group.map(renderOperation)}</section>`)}
</main></body></html>`.text;
}

function renderOperation(one: Operation & { name: string }): Html {
  const { name, summary = '', parameters = [], requestBody, responses = {} } = one;
  const open = one.security?.length === 0;
  return html`<details><summary><code>${name}</code> <span class="soft">${summary}</span></summary><div>
${one.description ? html`<p>${renderInlineCode(one.description)}</p>` : null}<p class="soft">${open ? 'Sin sesión.' : `Con sesión${keyText(one)}.`}</p>
${parameters.length > 0 ? html`<h3>Parámetros</h3><dl>${parameters.map(renderParameter)}</dl>` : null}
${requestBody ? html`<h3>Cuerpo</h3>${renderContent(requestBody.content)}` : null}
<h3>Respuestas</h3>${Object.entries(responses).map(
    ([status, { description: words, content: media }]) =>
      html`<p><code>${status}</code> ${renderInlineCode(words)}</p>${Number(status) < 300 && media ? renderContent(media) : null}`,
  )}</div></details>`;
}

/** “ o con una clave de lectura” where the operation accepts one. */
function keyText({ security = [] }: Operation): string {
  const scope = security.flatMap(({ clave = [] }) => clave)[0];
  return scope === undefined ? '' : ` o con una clave de ${scope}`;
}

const renderParameter = (one: NonNullable<Operation['parameters']>[number]): Html =>
  html`<dt><code>${one.name}</code> <span class="soft">${one.in}${one.required ? ', obligatorio' : ''}</span></dt>
<dd><code>${schemaToText(one.schema)}</code>${one.description ? html` ${renderInlineCode(one.description)}` : null}</dd>`;

const renderContent = (media: z.infer<typeof content>): Html[] =>
  Object.entries(media).map(
    ([type, { schema }]) =>
      html`<p class="soft">${type}</p><pre tabindex="0">${schemaToText(schema)}</pre>`,
  );

/** Text with backtick spans as `<code>`. */
const renderInlineCode = (text: string): Html[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
