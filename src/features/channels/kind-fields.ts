/** What the form of a channel asks for, and what a kind makes of it. */
import * as z from 'zod/mini';
import { channelsCopy, channelSetupCopy as copy } from '#src/copy/channels.ts';
import type { SubscriptionSettings } from '#src/service-worker/stored-subscription.ts';

export type FieldName = 'name' | 'server' | 'topic' | 'token' | 'address';
/** Values of the fields, by name. */
export type ChannelDraft = Readonly<Record<FieldName, string>>;

export interface Field {
  readonly name: FieldName;
  readonly label: string;
  readonly hint?: string;
  readonly isUrl?: true;
  readonly schema: z.ZodMiniType<string, string>;
}

export interface KindFields<Given> {
  /** Beside its name. By the same ones it gets another address; without any it cannot. */
  readonly fields: readonly Field[];
  /** What the fields hold first, where that is not nothing. */
  readonly draft: () => Partial<ChannelDraft> & Pick<ChannelDraft, 'name'>;
  /** Said above the buttons. */
  readonly lead?: string;
  readonly submitLabel: string;
  /** @param subscription of this browser; null before it has one */
  readonly given: (draft: ChannelDraft, subscription: SubscriptionSettings | null) => Given;
}

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

export const nameField: Field = {
  name: 'name',
  label: channelsCopy.name,
  schema: required(channelsCopy.nameMissing),
};

export const addressField = (hint: string): Field => ({
  name: 'address',
  label: copy.address,
  hint,
  isUrl: true,
  schema: required(copy.addressMissing),
});

export const serverField = (hint: string): Field => ({
  name: 'server',
  label: copy.server,
  hint,
  isUrl: true,
  schema: required(copy.serverMissing),
});
