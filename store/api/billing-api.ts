/** Billing endpoints: subscription state, Stripe checkout, plan changes, invoices. */
import type {
  BillingState,
  CheckoutResult,
  Invoices,
  PaidPlan,
  PlanChangePreview,
  Redirect,
} from '#contract/billing.ts';
import type { AppDispatch } from '../app-store.ts';
import { baseApi, planDependentTags } from './base-api.ts';

export const billingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getBillingState: build.query<BillingState, void>({
      query: () => 'api/billing/state',
      providesTags: ['Billing'],
      async onQueryStarted(_none, { dispatch, getState, queryFulfilled }) {
        // The screen shows the error.
        const answer = await queryFulfilled.catch(() => null);
        const held = baseApi.endpoints.getProfile.select()(getState()).data?.plan;
        // It has changed meanwhile, as when a subscription ends.
        if (answer !== null && held !== undefined && held !== answer.data.plan)
          dispatch(billingApi.util.invalidateTags([...planDependentTags]));
      },
    }),
    getInvoices: build.query<Invoices, void>({
      query: () => 'api/billing/invoices',
      providesTags: ['Invoices'],
    }),

    beginCheckout: build.mutation<Redirect, PaidPlan>({
      query: (plan) => ({ url: 'api/billing/checkout', method: 'POST', body: { plan } }),
      // An error means the cached state is stale.
      invalidatesTags: (_redirect, error) => (error ? ['Billing'] : []),
    }),
    beginCardChange: build.mutation<Redirect, void>({
      query: () => ({ url: 'api/billing/card', method: 'POST' }),
      invalidatesTags: (_redirect, error) => (error ? ['Billing'] : []),
    }),
    /** Result of a checkout session; polled until it is settled. */
    getCheckout: build.query<CheckoutResult, string>({
      query: (id) => ({ url: 'api/billing/checkout', params: { id } }),
      keepUnusedDataFor: 0,
      async onQueryStarted(_id, { dispatch, queryFulfilled }) {
        const synced = await queryFulfilled.then(
          ({ data }) => data.synced,
          // The screen shows the error.
          () => false,
        );
        if (synced) dispatch(billingApi.util.invalidateTags(['Billing', ...planDependentTags]));
      },
    }),

    /** Not cached: the amount changes every second. */
    previewPlanChange: build.query<PlanChangePreview, PaidPlan>({
      query: (plan) => ({ url: 'api/billing/plan', params: { plan } }),
      keepUnusedDataFor: 0,
    }),
    changePlan: build.mutation<BillingState, Pick<PlanChangePreview, 'plan' | 'proratedAt'>>({
      query: ({ plan, proratedAt }) => ({
        url: 'api/billing/plan',
        method: 'POST',
        body: { plan, proratedAt },
      }),
      onQueryStarted: cacheBillingState,
    }),
    cancelSubscription: build.mutation<BillingState, void>({
      query: () => ({ url: 'api/billing/cancel', method: 'POST' }),
      onQueryStarted: cacheBillingState,
    }),
    resumeSubscription: build.mutation<BillingState, void>({
      query: () => ({ url: 'api/billing/resume', method: 'POST' }),
      onQueryStarted: cacheBillingState,
    }),
  }),
});

/** Caches the state a mutation returns; after an error, refetches it. */
async function cacheBillingState(
  _change: unknown,
  lifecycle: {
    readonly dispatch: unknown;
    readonly queryFulfilled: Promise<{ readonly data: BillingState }>;
  },
): Promise<void> {
  const dispatch = lifecycle.dispatch as AppDispatch;
  try {
    const { data } = await lifecycle.queryFulfilled;
    dispatch(billingApi.util.upsertQueryData('getBillingState', undefined, data));
    dispatch(billingApi.util.invalidateTags([...planDependentTags]));
  } catch {
    dispatch(billingApi.util.invalidateTags(['Billing']));
  }
}

export const {
  useGetBillingStateQuery,
  useGetInvoicesQuery,
  useBeginCheckoutMutation,
  useBeginCardChangeMutation,
  useGetCheckoutQuery,
  usePreviewPlanChangeQuery,
  useChangePlanMutation,
  useCancelSubscriptionMutation,
  useResumeSubscriptionMutation,
} = billingApi;

export const { getBillingState } = billingApi.endpoints;
