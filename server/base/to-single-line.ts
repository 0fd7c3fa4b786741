import { unprintable } from '#domain/visible-text.ts';

const unprintables = new RegExp(`[${unprintable}]+`, 'gu');

/** Replaces what reorders or breaks a line by spaces, for others' text that must stay on one (mail headers, log lines, titles). */
export const toSingleLine = (text: string): string => text.replace(unprintables, ' ').trim();
