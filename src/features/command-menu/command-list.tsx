/** Search field of the command menu and what it finds: a combobox whose list is always open. */
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#src/components/icon.tsx';
import { commandCopy as copy } from '#src/copy/command-texts.ts';
import styles from './command-list.module.css';
import type { Command } from './find-commands.ts';

export function CommandList(props: {
  readonly q: string;
  readonly onQuery: (q: string) => void;
  readonly commands: readonly Command[];
}) {
  const { q, commands } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, commands.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => field.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option scrolls into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: -1,
    };
    const next = moves[event.key];
    if (next !== undefined && commands.length > 0)
      setChosen((next + commands.length) % commands.length);
    else if (event.key === 'Enter') commands[active]?.run();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.cmd}>
      <div className={styles.cmd__q}>
        <Icon name="search" />
        <input
          ref={field}
          className="input"
          type="text"
          role="combobox"
          aria-label={copy.hint}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          placeholder={copy.hint}
          value={q}
          onChange={(event) => {
            props.onQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      <p className="vh" role="status">
        {q !== '' && copy.found(commands.length)}
      </p>
      <div className={styles.cmd__list} role="listbox" id={id} aria-label={copy.results} ref={list}>
        {commands.map((command, index) => (
          <Fragment key={command.id}>
            {command.group !== commands[index - 1]?.group && (
              <p className={`label ${styles.cmd__g}`} role="presentation">
                {command.group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox */}
            <div
              className={styles.cmd__o}
              role="option"
              id={optionId(index)}
              tabIndex={-1}
              aria-selected={index === active}
              onClick={command.run}
            >
              <span>
                {command.label}
                {command.detail !== undefined && <span className="meta"> {command.detail}</span>}
              </span>
              {command.keys !== undefined && <kbd>{command.keys}</kbd>}
            </div>
          </Fragment>
        ))}
        {commands.length === 0 && <p className={`meta ${styles.cmd__none}`}>{copy.none}</p>}
      </div>
    </div>
  );
}
