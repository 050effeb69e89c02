import { useState } from 'react'
import { sourcesOf } from '#domain/images/sizes.ts'
import { Icon } from './icon.tsx'
import classes from './picture.module.css'

interface Props {
  /** Empty where there is none. */
  url: string
  alt: string
  /** Its width on the page in CSS pixels: no more than that is loaded. */
  width: number
  height?: number
  className?: string
  /** Where a page is about this picture, it does not wait until it is scrolled to. */
  eager?: boolean
}

/** A picture at the size in which it is shown; a quiet sign in its place where there is none, or where it cannot be loaded. */
export function Picture({ url, alt, width, height, className, eager }: Props) {
  const [broken, setBroken] = useState('')
  if (!url || broken === url)
    return (
      <span
        className={classes.none}
        role={url && alt ? 'img' : undefined}
        aria-label={url && alt ? `${alt}, which couldn’t be loaded` : undefined}
        title={url ? 'Image couldn’t load.' : undefined}
      >
        <Icon name="image" size={width > 32 ? 'm' : 's'} />
      </span>
    )
  return (
    <img
      {...sourcesOf(url, width)}
      alt={alt}
      width={width}
      height={height}
      className={className}
      loading={eager ? undefined : 'lazy'}
      decoding="async"
      onError={() => setBroken(url)}
    />
  )
}
