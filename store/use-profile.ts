/** Hook for the profile. While it is used, profile and settings are fetched again whenever they change. */
import { useMemo } from 'react';
import { useGetProfileQuery, useGetSettingsQuery } from './api/base-api.ts';

/** With `configuracion` from the settings: they change here and in other tabs more often than the profile is fetched, and at once. */
export function useProfile() {
  const query = useGetProfileQuery();
  const configuracion = useGetSettingsQuery().data?.configuracion;
  const { data: profile } = query;
  const data = useMemo(
    () => (profile && configuracion ? { ...profile, configuracion } : profile),
    [profile, configuracion],
  );
  return { ...query, data };
}
