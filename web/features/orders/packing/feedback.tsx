import { Button } from '@mantine/core'
import { orderName } from '#domain/orders/name.ts'
import { Icon, type IconName } from '#web/ui/images/icon.tsx'
import classes from './told.module.css'
import type { Told } from './told.ts'

const signs: Record<Told['tone'], IconName> = { success: 'check', danger: 'close', warning: 'alert', info: 'scan' }

/** What the last scan meant, in colour, shape and words; heard by screen readers at once. */
export function Feedback({
  feedback,
  hint = 'Scan an item, or type its SKU and press Enter.',
  onGo,
}: {
  feedback: Told | undefined
  /** What to do while nothing was scanned. */
  hint?: string
  onGo: (id: number) => void
}) {
  const { goTo } = feedback ?? {}
  return (
    <div className={classes.told} data-tone={feedback?.tone} role="status" aria-live="assertive">
      {feedback ? (
        <>
          <span className={classes.sign} aria-hidden="true">
            <Icon name={signs[feedback.tone]} />
          </span>
          <div className={classes.grow}>
            <b>{feedback.title}</b>
            <p>
              {feedback.detail} {feedback.place && <span className={classes.place}>{feedback.place}</span>}{' '}
              {feedback.next}
            </p>
          </div>
          {goTo && (
            <Button variant="default" size="xs" onClick={() => onGo(goTo.id)}>
              Go to {orderName(goTo)}
            </Button>
          )}
        </>
      ) : (
        <p className="subtle">{hint}</p>
      )}
    </div>
  )
}
