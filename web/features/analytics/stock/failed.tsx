import { messageOf } from '#web/call.ts'
import classes from '../analytics.module.css'

/** A part of the page that could not be read, with a way to try again; the other parts stand. */
export const Failed = ({ read }: { read: { error: unknown; refetch: () => unknown } }) => (
  <p role="alert" className={`small ${classes.told}`}>
    {messageOf(read.error)}{' '}
    <button type="button" className="link" onClick={() => void read.refetch()}>
      Retry
    </button>
  </p>
)
