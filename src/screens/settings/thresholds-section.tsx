/** Every line in one list: pause, resume, delete with the chance to undo. */
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { settingsCopy as copy } from '#src/copy/settings.ts';
import { categoryName, ruleSentence, wholeMatch } from '#src/copy/thresholds.ts';
import { useGetRawQuery } from '#store/api/monitoring-api.ts';
import type { Collectible, Umbral, UmbralInput } from '#store/api/types.ts';
import { toRule } from '#store/api/types.ts';
import { useSession } from '../session-context.ts';
import { problemSentence, toInput, useSettingsEdit } from '../threshold/use-settings-edit.ts';

export function ThresholdsSection() {
  const edit = useSettingsEdit();
  const { showToast } = useSession();
  const { data: market } = useGetRawQuery({ limit: '500' });
  const umbrales: Readonly<Record<string, Umbral>> = edit.settings?.configuracion.umbrales ?? {};
  const entries = Object.entries(umbrales);
  const put = (id: string, umbral: UmbralInput) =>
    edit.change((old) => ({ ...old, umbrales: { ...old.umbrales, [id]: umbral } }));

  const remove = async (id: string) => {
    const before = edit.settings && toInput(edit.settings.configuracion).umbrales[id];
    const removed = await edit.change((old) => {
      const { [id]: _gone, ...rest } = old.umbrales;
      return { ...old, umbrales: rest };
    });
    if (!removed || before === undefined) return;
    showToast(copy.removed, 'info', { label: copy.undo, run: () => void put(id, before) });
  };

  return (
    <section className="setsec" aria-labelledby="set-thresholds">
      <h2 className="title" id="set-thresholds">
        {copy.thresholdsTitle}
      </h2>
      <div className="setsec__b">
        {edit.problem !== null && (
          <p className="banner banner--error" role="alert">
            {problemSentence(edit.problem)}
          </p>
        )}
        {entries.length === 0 && <p className="meta">{copy.noThresholds}</p>}
        <ul className="thrlist">
          {entries.map(([id, umbral]) => (
            <ThresholdItem
              key={id}
              umbral={umbral}
              item={market?.items.find((one) => one.id === umbral.objetivo.id)}
              disabled={edit.saving}
              onPause={() => {
                const { version: _version, creadoEn: _creadoEn, ...input } = umbral;
                void put(id, { ...input, pausa: umbral.pausa === null ? 'usuario' : null });
              }}
              onRemove={() => void remove(id)}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

function ThresholdItem(props: {
  readonly umbral: Umbral;
  readonly item: Collectible | undefined;
  readonly disabled: boolean;
  readonly onPause: () => void;
  readonly onRemove: () => void;
}) {
  const { umbral, item } = props;
  const { condition, value } = toRule(umbral);
  const sentence = ruleSentence({ condition, value, currency: umbral.moneda });
  const isClosed = umbral.pausa === 'inicio';
  const matchId = umbral.objetivo.tipo === 'partido' ? umbral.objetivo.id : item?.matchId;
  const name =
    item === undefined ? wholeMatch : `${item.matchName}, ${categoryName(item.category)}`;
  const state = isClosed ? copy.closed : umbral.pausa === null ? copy.watching : copy.paused;
  return (
    <li className={umbral.pausa === null ? undefined : 'off'}>
      <div className="thrlist__n">
        <b>
          {matchId === undefined ? name : <Link to={`/dashboard/partidos/${matchId}`}>{name}</Link>}
        </b>
        <span className="meta">{state}</span>
      </div>
      <div className="thrlist__r">
        <b>{sentence}</b>
      </div>
      <div className="thrlist__a">
        {!isClosed && (
          <Button
            look="quiet"
            small
            disabled={props.disabled}
            aria-label={`${umbral.pausa === null ? copy.pause : copy.resume} umbral: ${name}, ${sentence}`}
            onClick={props.onPause}
          >
            {umbral.pausa === null ? copy.pause : copy.resume}
          </Button>
        )}
        <Button
          look="quiet"
          small
          disabled={props.disabled}
          aria-label={`${copy.remove} umbral: ${name}, ${sentence}`}
          onClick={props.onRemove}
        >
          {copy.remove}
        </Button>
      </div>
    </li>
  );
}
