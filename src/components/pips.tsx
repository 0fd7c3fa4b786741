/** Three dots in motion: something is under way. The text beside them says what. */
export const Pips = () => (
  <span className="pips" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);
