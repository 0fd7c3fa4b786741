/** Form to change the username. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { settingsCopy } from '#src/copy/settings.ts';
import { nameCopy as copy } from '#src/copy/settings-account.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { toDisplayError } from '#src/features/errors/to-display-error.ts';
import { usernameSchema } from '#src/features/session/registration-schema.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { usePatchProfileMutation } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';
import styles from './password-section.module.css';
import { QueryResult } from './query-result.tsx';
import { SettingsSection } from './settings-section.tsx';

const nameForm = z.object({ username: usernameSchema });

export function UsernameSection() {
  const profile = useProfile();
  return (
    <SettingsSection id="nombre" title={copy.title}>
      <QueryResult query={profile} rows={1} label={settingsCopy.loading}>
        {({ username }) => <NameForm saved={username} />}
      </QueryResult>
    </SettingsSection>
  );
}

function NameForm({ saved }: { saved: string }) {
  const { showToast } = useSession();
  const [patch, { isLoading, error }] = usePatchProfileMutation();
  const { register, handleSubmit, formState } = useForm({
    // Follows changes of other tabs until the form is edited.
    values: { username: saved },
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(nameForm),
    mode: 'onTouched',
  });
  const submit = handleSubmit(async ({ username }) => {
    if (isLoading) return;
    const answer = await patch({ username });
    if (answer.error === undefined) showToast(settingsCopy.saved, 'success');
  });
  return (
    <form className={styles.setform} onSubmit={submit} noValidate>
      <TextField
        label={copy.label}
        autoComplete="nickname"
        error={formState.errors.username?.message}
        {...register('username')}
      />
      <ApiErrorBanner error={toDisplayError(error, settingsCopy.notSaved)} />
      <p>
        <Button variant="outline" small type="submit" loading={isLoading}>
          {copy.save}
        </Button>
      </p>
    </form>
  );
}
