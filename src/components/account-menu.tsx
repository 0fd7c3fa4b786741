/** The account menu of the header: name and e-mail of the user, and actions such as signing out. */
import styles from './account-menu.module.css';
import { Icon } from './icon.tsx';
import { MenuButton, type MenuItem } from './menu-button.tsx';

export interface AccountMenuProps {
  readonly label: string;
  readonly name: string;
  readonly email: string;
  readonly items: readonly MenuItem[];
}

export function AccountMenu({ label, name, email, items }: AccountMenuProps) {
  return (
    <MenuButton
      label={label}
      items={items}
      className="iconbtn"
      header={
        <p className={styles.menu__who}>
          <b>{name}</b>
          <span className="meta">{email}</span>
        </p>
      }
    >
      <span className={styles.avatar} aria-hidden="true">
        <Icon name="person" />
      </span>
    </MenuButton>
  );
}
