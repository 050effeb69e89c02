import { useEffect, useState } from 'react'
import { useLive } from '../events.ts'
import classes from './offline-banner.module.css'

/** A short break heals by itself and is not worth a word. */
const graceMs = 4_000

/** Says that what is on the screen may be old, until the line stands again. */
export function OfflineBanner() {
  const { connected } = useLive()
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (connected) return setLate(false)
    const timer = setTimeout(() => setLate(true), graceMs)
    return () => clearTimeout(timer)
  }, [connected])
  if (!late || connected) return null
  return (
    <div className={classes.banner} role="status">
      No connection to Motto. What you see may be old; it updates by itself once the connection is back.
    </div>
  )
}
