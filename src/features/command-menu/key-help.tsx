/** Help of the keys of the signed-in area. */
import { Dialog } from '#src/components/dialog.tsx';
import { commandCopy as copy } from '#src/copy/command-texts.ts';
import commandMenuStyles from './command-menu.module.css';
import keyHelpStyles from './key-help.module.css';
import { menuKey } from './menu-key.ts';
import { sectionShortcuts } from './sections.ts';

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const { keyboard } = copy;
  const rows: (readonly [string, readonly string[]])[] = [
    [keyboard.menu, [menuKey]],
    [keyboard.create, ['n']],
    [keyboard.theme, ['t']],
    ...sectionShortcuts.map(({ label, key }): [string, readonly string[]] => [
      keyboard.goTo(label),
      ['g', key],
    ]),
    ...keyboard.lists,
    [keyboard.keys, ['?']],
  ];
  return (
    <Dialog title={copy.keysTitle} className={commandMenuStyles['modal--cmd']} onClose={onClose}>
      <dl className={keyHelpStyles.keys}>
        {rows.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && <span className="meta"> {copy.sequence} </span>}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
