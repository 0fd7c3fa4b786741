/** The user's lines on this match: what each asks, where it stands, and a switch to pause it. */
import { Link } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { matchCopy as copy } from '#src/copy/match.ts';
import { categoryName, conditionVerbs, ruleValue, wholeMatch } from '#src/copy/thresholds.ts';
import type { Collectible, ThresholdStatus, Umbral } from '#store/api/types.ts';
import { toRule } from '#store/api/types.ts';
import { problemSentence, useSettingsEdit } from '../threshold/use-settings-edit.ts';

export function ThresholdList(props: {
  readonly umbrales: Readonly<Record<string, Umbral>>;
  readonly collectibles: readonly Collectible[];
  readonly onCreate: () => void;
  readonly onEdit: (editing: { readonly id: string; readonly umbral: Umbral }) => void;
}) {
  const edit = useSettingsEdit();
  const entries = Object.entries(props.umbrales);
  const setPaused = (id: string, paused: boolean) =>
    void edit.change((current) => {
      const umbral = current.umbrales[id];
      if (umbral === undefined) return current;
      return {
        ...current,
        umbrales: { ...current.umbrales, [id]: { ...umbral, pausa: paused ? 'usuario' : null } },
      };
    });
  return (
    <section aria-labelledby="thresholds">
      <div className="sec-h">
        <h2 className="title" id="thresholds">
          {copy.yourThresholds}
        </h2>
        <div className="end">
          <Button look="outline" small onClick={props.onCreate}>
            <Icon name="plus" />
            {copy.createThreshold}
          </Button>
        </div>
      </div>
      {entries.length === 0 && <p className="meta">{copy.noThresholds}</p>}
      <ul className="thrcard">
        {entries.map(([id, umbral]) => (
          <ThresholdCard
            key={id}
            umbral={umbral}
            target={targetName(umbral, props.collectibles)}
            status={edit.settings?.estados[id]}
            disabled={edit.saving}
            onEdit={() => props.onEdit({ id, umbral })}
            onPause={(paused) => setPaused(id, paused)}
          />
        ))}
      </ul>
      {edit.problem !== null && (
        <p className="banner banner--error" role="alert">
          {problemSentence(edit.problem)}
        </p>
      )}
    </section>
  );
}

function ThresholdCard(props: {
  readonly umbral: Umbral;
  readonly target: string;
  readonly status: ThresholdStatus | undefined;
  readonly disabled: boolean;
  readonly onEdit: () => void;
  readonly onPause: (paused: boolean) => void;
}) {
  const { umbral } = props;
  const { condition, value } = toRule(umbral);
  const rule = { condition, value, currency: umbral.moneda };
  const sentence = `${conditionVerbs[condition]} ${ruleValue(rule)}`;
  const isActive = umbral.pausa === null;
  return (
    <li className={isActive ? undefined : 'off'}>
      <div>
        <span className="meta">
          {props.target}, si {conditionVerbs[condition]}
        </span>
        <br />
        <button
          type="button"
          className="linkbtn hit"
          onClick={props.onEdit}
          aria-label={`Editar umbral: ${props.target} ${sentence}`}
        >
          <span className="price">{ruleValue(rule)}</span>
        </button>
        <br />
        <span className="meta">{standing(umbral, props.status)}</span>
        {umbral.pausa === 'plan' && (
          <>
            {' '}
            <Link className="meta" to="/dashboard/plan">
              {copy.seePlans}
            </Link>
          </>
        )}
      </div>
      <input
        className="switch"
        type="checkbox"
        role="switch"
        aria-checked={isActive}
        checked={isActive}
        disabled={props.disabled || umbral.pausa === 'inicio'}
        aria-label={`Avisar si ${props.target} ${sentence}`}
        onChange={(event) => props.onPause(!event.target.checked)}
      />
    </li>
  );
}

function standing({ pausa }: Umbral, status: ThresholdStatus | undefined): string {
  if (pausa === 'inicio') return copy.closed;
  if (pausa === 'plan') return copy.pausedByPlan;
  if (pausa !== null) return copy.paused;
  if (status?.status === 'activando') return copy.activating;
  return status?.status === 'cruzado' ? copy.crossed : copy.watching;
}

function targetName({ objetivo }: Umbral, collectibles: readonly Collectible[]): string {
  if (objetivo.tipo === 'partido') {
    return objetivo.categoria === undefined ? wholeMatch : categoryName(objetivo.categoria);
  }
  const item = collectibles.find(({ id }) => id === objetivo.id);
  return item === undefined ? objetivo.id : categoryName(item.category);
}
