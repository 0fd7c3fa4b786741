/** Hook for the profile in the store. While it is used, profile and settings are fetched again whenever they change. */
import { useGetProfileQuery, useGetSettingsQuery } from './api/base-api.ts';
import { useAppSelector } from './app-store.ts';
import { selectProfile } from './profile.slice.ts';

export function useProfile() {
  const query = useGetProfileQuery();
  useGetSettingsQuery();
  return { ...query, data: useAppSelector(selectProfile) };
}
