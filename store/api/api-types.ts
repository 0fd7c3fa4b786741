/** Re-exports wire types and `ApiError` for screens, which may not import the contract. */
export type { AlertItem } from '#contract/alerts.ts';
export type { ApiKeyCreation, ApiKeyItem } from '#contract/api-keys.ts';
export type {
  BillingState,
  CheckoutResult,
  Invoice,
  PaidPlan,
  PlanChangePreview,
  SubscriptionView,
} from '#contract/billing.ts';
export type {
  ChannelCreation,
  ChannelItem,
  ChannelList,
  ChannelPatch,
  GivenSettings,
} from '#contract/channels.ts';
export type {
  Collectible,
  Discovery,
  History,
  HistoryRange,
  Match,
  Preview,
  Statistics,
} from '#contract/monitoring.ts';
export type {
  FileFormat,
  ImportLine,
  ImportReport,
} from '#contract/threshold-import-export.ts';
export type { ThresholdChange, ThresholdItem, WatchOutcome } from '#contract/thresholds.ts';
export type {
  Configuracion,
  Notifications,
  Profile,
  Settings,
  ThresholdStatus,
} from '#contract/users.ts';
export type { Threshold, ThresholdDraft } from '#domain/threshold.ts';
export type { ApiError } from './reauth-base-query.ts';
