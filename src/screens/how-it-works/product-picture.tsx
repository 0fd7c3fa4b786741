/** Screenshot of the product (`npm run screenshots`), in the page's theme, wide or narrow by viewport. */
import sizes from './pictures/sizes.json';
import styles from './product-picture.module.css';

const files = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});
/** Below this width the phone screenshot is shown: a wide one would be too small to read. */
const narrowWindows = '(max-width: 73.75rem)';

export type PictureName = keyof typeof sizes;

export function ProductPicture(props: {
  readonly name: PictureName;
  readonly description: string;
}) {
  return (
    <div className={styles.how__pics}>
      <Themed {...props} theme="papel" />
      <Themed {...props} theme="noche" />
    </div>
  );
}

/** CSS shows the one of the theme; the other is lazy and hidden, so it is not loaded. */
function Themed(props: {
  readonly name: PictureName;
  readonly description: string;
  readonly theme: 'papel' | 'noche';
}) {
  const { name, theme } = props;
  const { narrow, wide } = sizes[name];
  return (
    <picture className={`${styles.how__pic} ${styles[`how__pic--${theme}`]}`}>
      <source
        media={narrowWindows}
        srcSet={files[`./pictures/${name}-narrow-${theme}.webp`]}
        width={narrow[0]}
        height={narrow[1]}
      />
      <img
        src={files[`./pictures/${name}-wide-${theme}.webp`]}
        width={wide[0]}
        height={wide[1]}
        alt={props.description}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
