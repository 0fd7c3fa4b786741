/** Hook for the limits of the user's plan. */
import { type Plan, plans } from '#domain/plans.ts';
import { useProfile } from './use-profile.ts';

/** null until it is read: then nothing is limited or said of it, and only the server refuses. */
export function usePlan(): Plan | null {
  const { data: profile } = useProfile();
  return profile === undefined ? null : plans[profile.plan];
}
