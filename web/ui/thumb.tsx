import { Icon } from './icon.tsx'
import classes from './thumb.module.css'

/** A product's main picture, small; a quiet sign where it has none. */
export const Thumb = ({ url, size = 28 }: { url: string; size?: number }) => (
  <span className={classes.thumb} style={{ width: size, height: size }}>
    {url ? (
      <img src={url} alt="" width={size} height={size} loading="lazy" decoding="async" />
    ) : (
      <Icon name="image" size={size > 32 ? 'm' : 's'} />
    )}
  </span>
)
