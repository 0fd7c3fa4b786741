/** A preference of this browser in localStorage. Where storage is forbidden it reads as absent and is not saved. */
export interface PreferenceKeys {
  readonly key: string;
  /** An earlier name: its value is moved to `key` when first read. */
  readonly formerKey?: string;
}

/** @returns null when not set */
export function readPreference({ key, formerKey }: PreferenceKeys): string | null {
  try {
    const former = formerKey === undefined ? null : localStorage.getItem(formerKey);
    if (formerKey !== undefined && former !== null) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, former);
      localStorage.removeItem(formerKey);
    }
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param value null removes the preference */
export function writePreference({ key }: PreferenceKeys, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows may forbid storage.
  }
}
