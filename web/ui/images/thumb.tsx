import { Picture } from './picture.tsx'
import classes from './thumb.module.css'

/** A product's main picture, small; a quiet sign where it has none. */
export const Thumb = ({ url, size = 28 }: { url: string; size?: number }) => (
  <span className={classes.thumb} style={{ width: size, height: size }}>
    <Picture url={url} alt="" width={size} height={size} />
  </span>
)
