/** Choice of the channels that a threshold's alerts go to; all of them marked means all, those added later included. */
import { useId } from 'react';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import { useGetChannelsQuery } from '#store/api/channels-api.ts';
import styles from './channels-field.module.css';

export function ChannelsField(props: {
  /** Ids; null = all. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
}) {
  const hintId = useId();
  const { data } = useGetChannelsQuery();
  // With mail alone there is nothing to choose.
  if (data === undefined || data.items.length < 2) return null;
  const ids = data.items.map(({ id }) => id);
  // One that was removed meanwhile counts no more; without any left, all do.
  const known = ids.filter((id) => props.chosen?.includes(id));
  const chosen = known.length > 0 ? known : ids;
  const toggle = (id: string) => {
    const next = ids.filter((one) => chosen.includes(one) !== (one === id));
    props.onChange(next.length === ids.length ? null : next);
  };
  return (
    <fieldset className={styles.chfield} aria-describedby={hintId}>
      <legend>{copy.channels}</legend>
      <div className={styles.chfield__all}>
        {data.items.map(({ id, name, state }) => (
          <label key={id} className="chk">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              // The last one stays: an alert goes somewhere.
              disabled={chosen.length === 1 && chosen.includes(id)}
              onChange={() => toggle(id)}
            />
            <span>
              {name}
              {copy.channelStates[state] !== null && (
                <span className="meta"> ({copy.channelStates[state]})</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <p className="field__hint" id={hintId}>
        {copy.channelsHint}
      </p>
    </fieldset>
  );
}
