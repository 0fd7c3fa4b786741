/** Keys with which programs act for the user: their list, creating and revoking one. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { keysCopy as copy } from '#src/copy/keys.ts';
import styles from '#src/features/channels/channel-row.module.css';
import { ConfirmDialog } from '#src/features/errors/confirm-dialog.tsx';
import { ResendConfirmationButton } from '#src/features/session/resend-confirmation-button.tsx';
import { useSession } from '#src/features/session/session-context.ts';
import type { ApiKeyItem } from '#store/api/api-types.ts';
import { useDeleteKeyMutation, useGetKeysQuery } from '#store/api/keys-api.ts';
import { useProfile } from '#store/use-profile.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { QueryResult } from './query-result.tsx';
import { SettingsSection } from './settings-section.tsx';

export function KeysSection() {
  const keys = useGetKeysQuery(undefined, { refetchOnMountOrArgChange: true });
  const isUnconfirmed = useProfile().data?.emailConfirmed === false;
  const [isCreating, setCreating] = useState(false);
  const { data } = keys;
  const aside =
    data === undefined || data.limit === 0 ? undefined : copy.used(data.items.length, data.limit);
  return (
    <SettingsSection id="claves" title={copy.title} aside={aside}>
      <p>{copy.lead}</p>
      <QueryResult query={keys} rows={1} label={copy.loading}>
        {({ items, limit, deletedAt }) => (
          <>
            {deletedAt && <p>{copy.ended(deletedAt)}</p>}
            {items.length > 0 && (
              <ul className={styles.chlist} aria-label={copy.list}>
                {items.map((key) => (
                  <KeyRow key={key.id} apiKey={key} />
                ))}
              </ul>
            )}
            {limit === 0 ? (
              <p>
                {copy.notIncluded} <Link to="/dashboard/plan">{copy.seePlans}</Link>
              </p>
            ) : isUnconfirmed ? (
              <>
                <p>{copy.confirmFirst}</p>
                <p>
                  <ResendConfirmationButton />
                </p>
              </>
            ) : (
              <>
                {items.length === 0 && <p className="meta">{copy.none}</p>}
                {items.length >= limit && <p className="meta">{copy.full}</p>}
                <p>
                  <Button
                    variant="outline"
                    small
                    disabled={items.length >= limit}
                    onClick={() => setCreating(true)}
                  >
                    {copy.create}
                  </Button>
                </p>
              </>
            )}
          </>
        )}
      </QueryResult>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </SettingsSection>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKeyItem }) {
  const { name, prefix, scope, state, usedAt } = apiKey;
  const { showToast } = useSession();
  const [deleteKey] = useDeleteKeyMutation();
  const [isRevoking, setRevoking] = useState(false);
  const parts = [
    copy.scopes[scope],
    ...stateParts(apiKey),
    usedAt === null ? copy.unused : copy.lastUse(usedAt),
  ];
  return (
    <li className={state === 'active' ? styles.chrow : `${styles.chrow} is-off`}>
      <span className={styles.chrow__n}>
        <b>{name}</b>
        <span className="meta">
          <span className="mono">{prefix}…</span> · {parts.join(' · ')}
        </span>
      </span>
      <span className={styles.chrow__a}>
        <Button
          variant="outline"
          small
          aria-label={copy.revokeName(name)}
          onClick={() => setRevoking(true)}
        >
          {copy.revoke}
        </Button>
      </span>
      {isRevoking && (
        <ConfirmDialog
          title={copy.revokeName(name)}
          confirmLabel={copy.revoke}
          leaveLabel={copy.cancel}
          failed={copy.failed}
          action={() => deleteKey(apiKey.id)}
          onDone={() => {
            showToast(copy.revoked(name), 'success');
            setRevoking(false);
          }}
          onClose={() => setRevoking(false)}
        >
          <p>{copy.revokeLead(name)}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function stateParts({ state, expiresAt }: ApiKeyItem): string[] {
  if (state === 'expired') return [copy.expired];
  return [
    ...(state === 'plan' ? [copy.overPlan] : []),
    ...(expiresAt === null ? [] : [copy.expires(expiresAt)]),
  ];
}
