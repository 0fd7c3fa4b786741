/** HTML template tag of pages and mails: every inserted value is escaped unless it is `Html` already. */

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Insertable = Html | string | number | null | readonly Insertable[];

/** `` html`<p>${name}</p>` ``: strings are escaped, lists joined, null omitted. */
export function html(parts: TemplateStringsArray, ...values: readonly Insertable[]): Html {
  return new Html(
    parts.map((part, i) => (i < values.length ? part + render(values[i] ?? null) : part)).join(''),
  );
}

function render(value: Insertable): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(render).join('');
}

/** Escapes text for use between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
