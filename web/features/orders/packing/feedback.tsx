import { Button } from '@mantine/core'
import { orderName } from '#domain/orders/name.ts'
import { Icon, type IconName } from '#web/ui/images/icon.tsx'
import classes from './told.module.css'
import type { Told } from './told.ts'

const signs: Record<Told['tone'], IconName> = { success: 'check', danger: 'close', warning: 'alert', info: 'scan' }

/** What the last scan meant, in colour, shape and words; heard by screen readers at once. */
export function Feedback({ told, onGo }: { told: Told | undefined; onGo: (id: number) => void }) {
  const { goTo } = told ?? {}
  return (
    <div className={classes.told} data-tone={told?.tone} role="status" aria-live="assertive">
      {told ? (
        <>
          <span className={classes.sign} aria-hidden="true">
            <Icon name={signs[told.tone]} />
          </span>
          <div className={classes.grow}>
            <b>{told.title}</b>
            <p>
              {told.detail} {told.place && <span className={classes.place}>{told.place}</span>} {told.next}
            </p>
          </div>
          {goTo && (
            <Button variant="default" size="xs" onClick={() => onGo(goTo.id)}>
              Go to {orderName(goTo)}
            </Button>
          )}
        </>
      ) : (
        <p className="subtle">Scan a piece, or type its SKU and press Enter.</p>
      )}
    </div>
  )
}
