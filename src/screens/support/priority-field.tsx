/** Select field for the priority of a support message. */
import { useId } from 'react';
import { type Priority, priorities } from '#domain/contact.ts';
import { contactCopy, priorityLabels } from '#src/copy/contact.ts';

export function PriorityField(props: {
  readonly value: Priority;
  readonly disabled: boolean;
  readonly onChange: (priority: Priority) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{contactCopy.priority}</label>
      <select
        id={id}
        className="input"
        value={props.value}
        disabled={props.disabled}
        onChange={(event) => {
          const chosen = priorities.find((priority) => priority === event.target.value);
          if (chosen !== undefined) props.onChange(chosen);
        }}
      >
        {priorities.map((priority) => (
          <option key={priority} value={priority}>
            {priorityLabels[priority]}
          </option>
        ))}
      </select>
    </div>
  );
}
