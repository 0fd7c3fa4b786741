/** Re-exports wire types and `ApiError` for screens, which may not import the contract. */
export type { AlertItem, AlertsPage } from '#contract/alerts.ts';
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
  ChannelTest,
  GivenSettings,
} from '#contract/channels.ts';
export type { SourceEvent } from '#contract/live-stream.ts';
export type {
  Collectible,
  Discovery,
  History,
  HistoryRange,
  Match,
  Preview,
  Statistics,
  Team,
} from '#contract/monitoring.ts';
export type {
  FileFormat,
  ImportLine,
  ImportReport,
} from '#contract/threshold-import-export.ts';
export type { ThresholdChange, ThresholdItem, WatchOutcome } from '#contract/thresholds.ts';
export type {
  Configuracion,
  ConfiguracionInput,
  Notifications,
  Profile,
  ProfileDeleted,
  Settings,
  ThresholdStatus,
} from '#contract/users.ts';
export type { Threshold, ThresholdDraft, ThresholdRule } from '#domain/threshold.ts';
export type { ApiError } from './reauth-base-query.ts';
