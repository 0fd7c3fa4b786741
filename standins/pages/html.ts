/** HTML template tag: escapes every inserted value that is not `Html` already. */

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Insertable = Html | string | number | null | readonly Insertable[];

/** `` html`<p>${name}</p>` `` — strings are escaped, lists joined, null is empty. */
export function html(strings: TemplateStringsArray, ...values: readonly Insertable[]): Html {
  return new Html(
    strings
      .map((part, i) => (i < values.length ? part + render(values[i] ?? null) : part))
      .join(''),
  );
}

function render(value: Insertable): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(render).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
