/** Onboarding progress, derived from the settings and profile queries. */

import type { Configuracion, Profile } from '#store/api/api-types.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';

export interface OnboardingProgress {
  readonly matchId: string | null;
  readonly hasThreshold: boolean;
  readonly isEmailConfirmed: boolean;
  readonly isCompleted: boolean;
}

export interface OnboardingProgressQuery {
  /** null until both queries have loaded. */
  readonly progress: OnboardingProgress | null;
  readonly failed: boolean;
  retry(): void;
}

export function useOnboardingProgress(): OnboardingProgressQuery {
  const settings = useGetSettingsQuery();
  const profile = useProfile();
  const progress =
    settings.data === undefined || profile.data === undefined
      ? null
      : progressOf(settings.data.configuracion, profile.data);
  return {
    progress,
    failed: progress === null && (settings.isError || profile.isError),
    retry() {
      void settings.refetch();
      void profile.refetch();
    },
  };
}

function progressOf(
  configuracion: Configuracion,
  { onboardingCompletado, emailConfirmed }: Profile,
): OnboardingProgress {
  return {
    matchId: configuracion.partidos[0] ?? null,
    hasThreshold: Object.keys(configuracion.umbrales).length > 0,
    isEmailConfirmed: emailConfirmed,
    isCompleted: onboardingCompletado,
  };
}
