/** The plan a person pays for: what is held, the ways to the card page and back, and what was charged. */
import type {
  BillingState,
  CheckoutResult,
  Invoices,
  PaidPlan,
  PlanChangePreview,
  Redirect,
} from '#contract/billing.ts';
import type { AppDispatch } from '../app-store.ts';
import { baseApi } from './base-api.ts';

/** A plan pauses thresholds, slows the checks and hides old prices: all of that is read again. */
const planDependentTags = ['Profile', 'Settings', 'Matches', 'Match', 'Invoices'] as const;

const billingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getBillingState: build.query<BillingState, void>({
      query: () => 'api/billing/state',
      providesTags: ['Billing'],
    }),
    getInvoices: build.query<Invoices, void>({
      query: () => 'api/billing/invoices',
      providesTags: ['Invoices'],
    }),

    beginCheckout: build.mutation<Redirect, PaidPlan>({
      query: (plan) => ({ url: 'api/billing/checkout', method: 'POST', body: { plan } }),
      // Refused, our view of the subscription is behind.
      invalidatesTags: (_redirect, error) => (error ? ['Billing'] : []),
    }),
    beginCardChange: build.mutation<Redirect, void>({
      query: () => ({ url: 'api/billing/card', method: 'POST' }),
      invalidatesTags: (_redirect, error) => (error ? ['Billing'] : []),
    }),
    /** What became of a visit to the card page; asked again until it is settled. */
    getCheckout: build.query<CheckoutResult, string>({
      query: (id) => ({ url: 'api/billing/checkout', params: { id } }),
      keepUnusedDataFor: 0,
      async onQueryStarted(_id, { dispatch, queryFulfilled }) {
        const settled = await queryFulfilled.then(
          ({ data }) => data.settled,
          // The screen tells the failure.
          () => false,
        );
        if (settled) dispatch(billingApi.util.invalidateTags(['Billing', ...planDependentTags]));
      },
    }),

    /** Never kept: the sum changes by the second. */
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
      onQueryStarted: (_asked, { dispatch, queryFulfilled }) =>
        keepAnswer(dispatch as AppDispatch, queryFulfilled),
    }),
    cancelSubscription: build.mutation<BillingState, void>({
      query: () => ({ url: 'api/billing/cancel', method: 'POST' }),
      onQueryStarted: (_asked, { dispatch, queryFulfilled }) =>
        keepAnswer(dispatch as AppDispatch, queryFulfilled),
    }),
    resumeSubscription: build.mutation<BillingState, void>({
      query: () => ({ url: 'api/billing/resume', method: 'POST' }),
      onQueryStarted: (_asked, { dispatch, queryFulfilled }) =>
        keepAnswer(dispatch as AppDispatch, queryFulfilled),
    }),
  }),
});

/** A change answers the new state; after a refusal, what is shown is behind. */
async function keepAnswer(
  dispatch: AppDispatch,
  answer: Promise<{ readonly data: BillingState }>,
): Promise<void> {
  try {
    const { data } = await answer;
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
