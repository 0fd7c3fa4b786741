/** Profile of the signed-in user, as the server sent it last; `selectProfile` joins it with the settings. */
import { createSelector, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { Profile } from '#contract/users.ts';
import { baseApi } from './api/base-api.ts';
import { sessionEnded } from './session-events.ts';

interface ProfileState {
  readonly profile: Profile | null;
}

const { getProfile, patchProfile, getSettings } = baseApi.endpoints;

const slice = createSlice({
  name: 'profile',
  initialState: { profile: null } as ProfileState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => ({ profile: null }));
    builder.addMatcher(
      isAnyOf(getProfile.matchFulfilled, patchProfile.matchFulfilled),
      (_state, { payload }) => ({ profile: payload }),
    );
  },
});

export const profileReducer = slice.reducer;

type StateWithProfile = { readonly profile: ProfileState } & Parameters<
  ReturnType<typeof getSettings.select>
>[0];

/**
 * The profile, with `configuracion` from the settings once they are loaded: they change here and in other tabs more often
 * than the profile is fetched, and optimistically.
 * @returns undefined until the profile has loaded
 */
export const selectProfile = createSelector(
  [
    ({ profile }: StateWithProfile) => profile.profile,
    (state: StateWithProfile) => getSettings.select()(state).data?.configuracion,
  ],
  (profile, configuracion): Profile | undefined => {
    if (profile === null) return undefined;
    return configuracion === undefined ? profile : { ...profile, configuracion };
  },
);
