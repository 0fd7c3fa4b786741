/** What a channel may be called. */
import * as z from 'zod/mini';
import { channelsCopy } from '#src/copy/channels.ts';

export const maxNameLength = 60;
export const channelName = z.string().check(z.trim(), z.minLength(1, channelsCopy.nameMissing));
