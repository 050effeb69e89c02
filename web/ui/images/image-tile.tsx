import classes from './image-tile.module.css'
import { Picture } from './picture.tsx'

/** About what a tile is wide, in CSS pixels. */
const tileWidth = 160

/** A square picture; the first one of a list carries a tag. */
export const ImageTile = ({ url, alt, tag }: { url: string; alt: string; tag?: string }) => (
  <figure className={classes.tile}>
    <Picture url={url} alt={alt} width={tileWidth} />
    {tag && <figcaption>{tag}</figcaption>}
  </figure>
)
