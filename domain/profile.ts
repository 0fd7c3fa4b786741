/** The user's profile as stored in `users/{uid}`: account states, limits (the password's, too) and initial values. */
import { defaultCheckSeconds } from './plans.ts';

export const accountStates = ['activo', 'suspendido', 'eliminado'] as const;
/** `suspendido`: abuse only, read-only, no alerts. `eliminado`: erasure requested. */
export type AccountState = (typeof accountStates)[number];

export const minUsernameLength = 3;
export const maxUsernameLength = 40;
export const minPasswordLength = 6;

/** Settings of a new account: no matches or thresholds, a check every minute. */
export const initialSettings = {
  partidos: [],
  umbrales: {},
  frecuencia: defaultCheckSeconds,
} as const;

export const initialAccountState: AccountState = 'activo';
