/** The three plans: prices and limits. Plans limit what is shown, never what is stored. */
import type { ChannelKind } from './channels.ts';
import type { Condition } from './threshold.ts';

export const planNames = ['basico', 'premium', 'elite'] as const;
export type PlanName = (typeof planNames)[number];

export interface Plan {
  readonly name: PlanName;
  readonly label: string;
  /** Monthly price in EUR cents, tax included. */
  readonly monthlyPriceCents: number;
  /** How many matches may be watched; null = no limit. */
  readonly maxMatches: number | null;
  readonly maxThresholds: number;
  /** The shortest interval between checks, in seconds; the longest is {@link slowestCheckSeconds}. */
  readonly fastestCheckSeconds: number;
  readonly conditions: readonly Condition[];
  /** Whether “the cheapest of a match” may be a target. */
  readonly matchTargets: boolean;
  /** Days of history shown; null = all of it. */
  readonly visibleHistoryDays: number | null;
  readonly canExport: boolean;
  /** How many keys programs may use. */
  readonly maxApiKeys: number;
  /** Channels beside mail, which every plan includes. */
  readonly channelKinds: readonly ChannelKind[];
}

export const slowestCheckSeconds = 86_400;
export const defaultCheckSeconds = 60;
export const defaultPlan: PlanName = 'basico';

export const plans = {
  basico: {
    name: 'basico',
    label: 'Básico',
    monthlyPriceCents: 0,
    maxMatches: 3,
    maxThresholds: 5,
    fastestCheckSeconds: 60,
    conditions: ['below', 'above'],
    matchTargets: false,
    visibleHistoryDays: 30,
    canExport: false,
    maxApiKeys: 0,
    channelKinds: ['push'],
  },
  premium: {
    name: 'premium',
    label: 'Premium',
    monthlyPriceCents: 999,
    maxMatches: 20,
    maxThresholds: 100,
    fastestCheckSeconds: 15,
    conditions: ['below', 'above', 'change', 'low'],
    matchTargets: true,
    visibleHistoryDays: 365,
    canExport: true,
    maxApiKeys: 1,
    channelKinds: ['push', 'ntfy', 'gotify', 'telegram', 'discord'],
  },
  elite: {
    name: 'elite',
    label: 'Elite',
    monthlyPriceCents: 2499,
    maxMatches: null,
    maxThresholds: 1_000,
    fastestCheckSeconds: 5,
    conditions: ['below', 'above', 'change', 'low'],
    matchTargets: true,
    visibleHistoryDays: null,
    canExport: true,
    maxApiKeys: 10,
    channelKinds: ['push', 'ntfy', 'gotify', 'telegram', 'discord', 'webhook'],
  },
} as const satisfies Record<PlanName, Plan>;
