/** Dialog that changes the selected thresholds at once: their prices by a share, their margin, channels and expiry. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { isPast, maxBandBp, priceBounds, type ThresholdPatch } from '#domain/threshold.ts';
import { expiryPassed } from '#domain/threshold-refusals.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { calendarDay, parsePrice } from '#src/copy/format.ts';
import { thresholdChangeCopy as copy } from '#src/copy/threshold-change.ts';
import { draftErrors, thresholdFormCopy } from '#src/copy/threshold-form-texts.ts';
import { SettingsErrorBanner } from '#src/features/settings/settings-error-banner.tsx';
import type { SettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { ChannelsField } from '#src/features/thresholds/channels-field.tsx';
import { endOfDay } from '#src/features/thresholds/threshold-draft.ts';
import type { ThresholdItem } from '#store/api/api-types.ts';
import { useGetChannelsQuery } from '#store/api/channels-api.ts';
import styles from './change-dialog.module.css';
import { parseShare } from './template-sentence.tsx';

/** What is changed; undefined stays. */
interface Written {
  readonly shareText?: string | undefined;
  readonly bandText?: string | undefined;
  /** null = all. */
  readonly channels?: readonly string[] | null | undefined;
  /** Empty = without an end. */
  readonly lastDay?: string | undefined;
}

export function ChangeDialog(props: {
  readonly items: readonly ThresholdItem[];
  readonly mutation: SettingsMutation;
  readonly onChange: (
    wanted: (item: Pick<ThresholdItem, 'threshold'>) => ThresholdPatch,
  ) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const { items, mutation, onClose } = props;
  const [written, setWritten] = useState<Written>({});
  const [direction, setDirection] = useState<'down' | 'up'>('down');
  const change = (part: Written) => setWritten({ ...written, ...part });
  const channels = useGetChannelsQuery();
  const { shareText, bandText, lastDay } = written;
  const share = shareText === undefined ? null : parseShare(shareText);
  const band = bandText === undefined ? null : parsePrice(bandText);
  const expiresAt = lastDay ? endOfDay(lastDay) : null;
  const errors = {
    share: shareText !== undefined && share === null,
    band: bandText !== undefined && (band === null || band > maxBandBp),
    expiry: isPast(expiresAt, new Date()),
  };
  const wanted = ({
    threshold: { condition, value, pause },
  }: Pick<ThresholdItem, 'threshold'>): ThresholdPatch => ({
    ...(share !== null &&
      pause !== 'kickoff' &&
      (condition === 'below' || condition === 'above') && {
        value: scaled(value, direction === 'down' ? 1 - share / 100 : 1 + share / 100),
      }),
    // The rule of a match that has begun is refused, and with it the whole batch.
    ...(band !== null && pause !== 'kickoff' && condition !== 'change' && { bandBp: band }),
    ...(written.channels !== undefined && { channels: written.channels }),
    ...(lastDay !== undefined && { expiresAt }),
  });
  const changed = items.filter((item) => Object.keys(wanted(item)).length > 0).length;
  const canSave = changed > 0 && !Object.values(errors).includes(true);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (canSave && (await props.onChange(wanted))) onClose();
  };
  return (
    <Dialog title={copy.title(items.length)} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <SettingsErrorBanner mutation={mutation} />
        <Part
          label={copy.price}
          isOpen={shareText !== undefined}
          onOpen={(isOpen) => change({ shareText: isOpen ? '5' : undefined })}
        >
          <div className={styles.share}>
            <SelectField
              label={copy.direction}
              value={direction}
              options={copy.directions}
              onChange={setDirection}
            />
            <TextField
              label={copy.share}
              inputMode="numeric"
              autoComplete="off"
              error={errors.share ? copy.shareError : undefined}
              value={shareText ?? ''}
              onChange={({ target }) => change({ shareText: target.value })}
            />
          </div>
          <p className="field__hint">{copy.priceHint}</p>
        </Part>
        <Part
          label={thresholdFormCopy.band}
          isOpen={bandText !== undefined}
          onOpen={(isOpen) => change({ bandText: isOpen ? '3' : undefined })}
        >
          <TextField
            label={copy.band}
            inputMode="decimal"
            autoComplete="off"
            hint={thresholdFormCopy.bandHint}
            error={errors.band ? draftErrors.band : undefined}
            value={bandText ?? ''}
            onChange={({ target }) => change({ bandText: target.value })}
          />
        </Part>
        {/* With mail alone there is nothing to choose. */}
        {(channels.data?.items.length ?? 0) > 1 && (
          <Part
            label={copy.channels}
            isOpen={written.channels !== undefined}
            onOpen={(isOpen) => change({ channels: isOpen ? null : undefined })}
          >
            <ChannelsField
              chosen={written.channels ?? null}
              onChange={(chosen) => change({ channels: chosen })}
            />
          </Part>
        )}
        <Part
          label={copy.expiry}
          isOpen={lastDay !== undefined}
          onOpen={(isOpen) => change({ lastDay: isOpen ? '' : undefined })}
        >
          <TextField
            label={thresholdFormCopy.expiry}
            type="date"
            min={calendarDay(new Date())}
            max="2099-12-31"
            hint={thresholdFormCopy.expiryHint}
            error={errors.expiry ? expiryPassed : undefined}
            value={lastDay ?? ''}
            onChange={({ target }) => change({ lastDay: target.value })}
          />
        </Part>
        <DialogFoot leaveLabel={copy.cancel} onLeave={onClose}>
          <Button type="submit" loading={mutation.saving} disabled={!canSave}>
            {copy.save(changed)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** One thing that may be changed: its fields show once it is marked. */
function Part(props: {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.part}>
      <label className="chk">
        <input
          type="checkbox"
          checked={props.isOpen}
          onChange={(event) => props.onOpen(event.target.checked)}
        />
        <span>{props.label}</span>
      </label>
      {props.isOpen && props.children}
    </div>
  );
}

const scaled = (cents: number, factor: number): number =>
  Math.max(priceBounds.min, Math.min(priceBounds.max, Math.round(cents * factor)));
