/** Profile of the signed-in user, as last loaded. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Profile } from '#contract/users.ts';
import { sessionEnded } from './session-events.ts';

interface ProfileState {
  readonly profile: Profile | null;
}

const slice = createSlice({
  name: 'profile',
  initialState: { profile: null } as ProfileState,
  reducers: {
    profileLoaded: (state, action: PayloadAction<Profile>) => ({
      ...state,
      profile: action.payload,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => ({ profile: null }));
  },
  selectors: {
    selectProfile: (state) => state.profile,
  },
});

export const profileReducer = slice.reducer;
export const { profileLoaded } = slice.actions;
export const { selectProfile } = slice.selectors;
