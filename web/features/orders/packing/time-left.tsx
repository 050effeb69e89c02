import { useEffect, useState } from 'react'
import { timeLeft } from '#domain/orders/shipping/due.ts'
import { ShipBy } from '../page/ship-by.tsx'
import classes from './packing.module.css'

const MINUTE_MS = 60_000

/** By when the order is to be shipped, with its urgency, and how long that is from now, also of a desk that stands open. */
export function TimeLeft({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className={classes.due}>
      <span className="sr-only">Ship by </span>
      <ShipBy at={at} />
      <span className="muted">{timeLeft(new Date(at), now)}</span>
    </p>
  )
}
