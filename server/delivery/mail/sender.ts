/** Parses the From header, `Vigía <avisos@vigia.example>` or a bare address, and checks single addresses. */

export interface Sender {
  readonly name: string;
  readonly address: string;
}

const plainAddress = /^[^\s@,;:<>"()[\]\\\p{Cc}]{1,64}@[^\s@,;:<>"()[\]\\\p{Cc}]{1,255}$/u;

/** Whether the text is one address, without a name, a list or a second header. */
export const isPlainAddress = (text: string): boolean => plainAddress.test(text);

/** @returns null when the text holds no plain address */
export function parseSender(text: string): Sender | null {
  const [, name = '', address = text] =
    /^\s*"?([^"<\p{Cc}]*?)"?\s*<([^<>]+)>\s*$/u.exec(text) ?? [];
  return isPlainAddress(address.trim()) ? { name, address: address.trim() } : null;
}
