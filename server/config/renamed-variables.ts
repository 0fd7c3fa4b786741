/** Environment variables that were renamed: the old name still counts, with a warning, for one release. */

type Environment = Readonly<Record<string, string | undefined>>;

/** Old name to new name. */
export const renamedVariables: Readonly<Record<string, string>> = {
  IDENTITY_PROJECT_ID: 'FIREBASE_PROJECT_ID',
  IDENTITY_API_KEY: 'FIREBASE_API_KEY',
  IDENTITY_APP_ID: 'FIREBASE_APP_ID',
  IDENTITY_AUTH_DOMAIN: 'FIREBASE_AUTH_DOMAIN',
  IDENTITY_SERVER_TOKEN: 'IDENTITY_ADMIN_TOKEN',
  DOCUMENTS_HOST: 'FIRESTORE_HOST',
  DOCUMENTS_SSL: 'FIRESTORE_SSL',
  DOCUMENTS_SERVER_TOKEN: 'FIRESTORE_ADMIN_TOKEN',
  DATABASE_CONNECTIONS: 'DATABASE_POOL_SIZE',
  LIVE_STREAMS: 'MAX_LIVE_STREAMS',
  MARKET_COLLECTIBLES: 'REPLAY_COLLECTIBLES_FILE',
};

/**
 * Moves the values of old names to the new ones; where both are set, the new name counts.
 * @returns the environment without old names, and one Spanish sentence for each that was found
 */
export function renameVariables(env: Environment): {
  readonly env: Environment;
  readonly warnings: readonly string[];
} {
  const renamed: Record<string, string | undefined> = { ...env };
  const warnings: string[] = [];
  for (const [before, now] of Object.entries(renamedVariables)) {
    const value = env[before];
    if (value === undefined) continue;
    delete renamed[before];
    renamed[now] ??= value;
    warnings.push(`${before} ahora se llama ${now}; el nombre antiguo dejará de valer.`);
  }
  return { env: renamed, warnings };
}
