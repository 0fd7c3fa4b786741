/** What the server knows of one kind of channel. A kind is a folder; kinds.ts lists them. */
import * as z from 'zod';
import type { ChannelCreated, SentAlert } from '#contract/channels.ts';
import { AppError } from '../base/errors.ts';
import type { NewChannel } from '../db/alerts/channels.ts';
import { type PostAnswer, type PostRequest, parseTarget } from '../outgoing/guarded-post.ts';
import type { ChannelsConfig, MessageConfig } from './channels-config.ts';
import type { MessageText } from './message-text.ts';

export interface ChannelMessage {
  /** The same at every attempt. */
  readonly id: string;
  readonly uid: string;
  /** Oldest first; none is a test. */
  readonly alerts: readonly SentAlert[];
}

export interface MessageContext {
  /** The alerts in words. */
  readonly text: MessageText;
  /** Silences the one threshold that it is about for 24 h, without signing in; null = of none, or of several. */
  readonly snoozeUrl: string | null;
  readonly config: MessageConfig;
  /** Wall time. */
  readonly now: Date;
}

export interface DraftSettings<Settings = unknown> {
  readonly settings: Settings;
  /** Of a channel that waits until its user has opened a link. */
  readonly linkCode?: NewChannel['linkCode'];
  /** Drawn by the server, and answered this once. */
  readonly shownOnce?: Pick<ChannelCreated, 'secret' | 'link'>;
}

interface KindParts<Given, Settings> {
  /** As a sentence names it. */
  readonly name: string;
  /** What its user gives. */
  readonly given: z.core.$ZodType<Given>;
  /** What is stored, inside the encryption. */
  readonly settings: z.core.$ZodType<Settings>;
  /** @throws AppError `validation_failed` naming the field */
  draft(given: Given, config: ChannelsConfig): DraftSettings<Settings>;
  /** Settings with another address; absent where a channel cannot get one. */
  moved?(drafted: Settings, stored: Settings): Settings;
  /** @throws ChannelUnavailableError */
  compose(settings: Settings, delivery: ChannelMessage, context: MessageContext): PostRequest;
  /** The settings that an answer names in place of those it refused; null = none. */
  movedTo?(answer: PostAnswer): Settings | null;
}

interface KindRules {
  /** Whether the operator has set up what it needs. */
  isSetUp(config: ChannelsConfig): boolean;
  /** Said to its users while the configuration lacks it. */
  readonly unavailable: string;
  /** Whether anything is posted there at all, beyond what holds for every address. */
  mayReceive(url: string, config: ChannelsConfig): boolean;
  /** Statuses by which a service that knows us by a key of ours refuses that key. */
  readonly keyRefusals: ReadonlySet<number>;
  /** Statuses that end the channel. */
  readonly endings: ReadonlySet<number>;
  /** What the service allows us, in messages a second. */
  readonly perSecond: number;
}

/** As {@link KindParts}, whatever its settings are: stored ones and given ones are parsed. */
export interface KindDefinition extends KindRules {
  readonly name: string;
  draft(given: unknown, config: ChannelsConfig): DraftSettings;
  /** @throws AppError `validation_failed` */
  move(stored: unknown, given: unknown, config: ChannelsConfig): unknown;
  compose(settings: unknown, delivery: ChannelMessage, context: MessageContext): PostRequest;
  movedTo(answer: PostAnswer): unknown;
}

export function defineKind<Given, Settings>(
  parts: KindParts<Given, Settings> & Partial<KindRules>,
): KindDefinition {
  const rules: KindRules = {
    isSetUp: () => true,
    unavailable: 'Este canal no se puede leer ahora mismo.',
    mayReceive: () => true,
    keyRefusals: new Set(),
    endings: new Set(),
    perSecond: Number.POSITIVE_INFINITY,
  };
  return {
    ...rules,
    ...parts,
    draft: (given, config) => parts.draft(z.parse(parts.given, given), config),
    move(stored, written, config) {
      const given = z.safeParse(parts.given, written);
      if (parts.moved === undefined || !given.success)
        throw invalidSettings('', 'Este canal no tiene esa dirección.');
      const { settings } = parts.draft(given.data, config);
      return parts.moved(settings, z.parse(parts.settings, stored));
    },
    compose: (settings, delivery, context) =>
      parts.compose(z.parse(parts.settings, settings), delivery, context),
    movedTo: (answer) => parts.movedTo?.(answer) ?? null,
  };
}

/** The operator has not set up, or no longer, what this kind needs. */
export class ChannelUnavailableError extends Error {}

/** @throws AppError `validation_failed` unless something may be posted there */
export function assertTarget(text: string, field: string, config: ChannelsConfig): URL {
  const url = parseTarget(text, config);
  if (url === null)
    throw invalidSettings(
      field,
      'Debe ser una dirección https:// pública, en su puerto de siempre.',
    );
  return url;
}

/** @param field of the settings; empty: all of them */
export function invalidSettings(field: string, message: string): AppError {
  const path = field === '' ? 'settings' : `ajustes/${field}`;
  return new AppError('validation_failed', message, { fields: [{ path, message }] });
}
