import { useEffect, useSyncExternalStore } from 'react'
import { toast } from '../ui/dialogs/toast.tsx'
import { countChecking, onUnsettled } from '../requests/unsettled.ts'
import classes from './offline-banner.module.css'

/** Says that a write is in doubt and sent again, and when it turned out to be saved. What was not saved is told by whoever sent it. */
export function UnsettledNote() {
  const checking = useSyncExternalStore(onUnsettled, countChecking)
  useEffect(() => onUnsettled((news) => news === 'saved' && toast.success('Your change was saved.')), [])
  if (checking === 0) return null
  return (
    <div className={classes.banner} role="status">
      {checking === 1
        ? 'No answer yet. Motto is checking whether your change was saved.'
        : `No answers yet. Motto is checking whether your ${checking} changes were saved.`}{' '}
      Keep this page open.
    </div>
  )
}
