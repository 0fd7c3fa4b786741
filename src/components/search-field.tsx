/** Search input of a list, with a visually hidden label. */
import { Icon } from './icon.tsx';
import styles from './search-field.module.css';

export function SearchField(props: {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <div className={styles.filters__q}>
      <Icon name="search" />
      <label className="vh" htmlFor={props.id}>
        {props.label}
      </label>
      <input
        id={props.id}
        className="input"
        type="search"
        placeholder={props.hint}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  );
}
