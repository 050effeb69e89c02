import { useEffect, useState } from 'react'
import classes from './logo.module.css'

/** How long each word is shown (NAV-087, NAV-088), in milliseconds. */
const mottoMs = 60_000
const moreMs = 2_500

/** The word mark: `mo` stays, `tto` gives way to `re.` for a moment, then comes back. */
export function Logo({ height = 17 }: { height?: number }) {
  const [more, setMore] = useState(false)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => setMore(!more), more ? moreMs : mottoMs)
    return () => clearTimeout(timer)
  }, [more])
  return (
    <svg
      className={`${classes.logo} ${more ? classes.more : ''}`}
      height={height}
      viewBox="0 0 118 34"
      role="img"
      aria-label="Motto"
    >
      <g fill="none" stroke="currentColor" strokeWidth="5">
        <path d="M3 31V10.5M3 18.5a7 7 0 0 1 14 0V31M17 18.5a7 7 0 0 1 14 0V31" />
        <circle cx="49.3" cy="20" r="8.8" />
        <g className={classes.tto}>
          <path d="M69.5 3v21.5a4 4 0 0 0 4 4h2M83.5 3v21.5a4 4 0 0 0 4 4h2.4M63.5 11.5h26.4" />
          <circle cx="104" cy="20" r="8.8" />
        </g>
        <path
          className={classes.re}
          d="M67.5 31V9M67.5 19.5a8 8 0 0 1 8-8h2.4M82.6 20.6h17.3M99.9 20.6V20a8.7 8.7 0 1 0-3 7.2"
        />
      </g>
      <circle className={`${classes.re} ${classes.stop}`} cx="109" cy="28" r="3.6" />
    </svg>
  )
}
