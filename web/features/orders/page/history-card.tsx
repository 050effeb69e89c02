import { Button } from '@mantine/core'
import { useState } from 'react'
import { MOST_HISTORY, orderHistory } from '#contract/orders/handling.ts'
import { useRead } from '#web/api.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { dateTime, number } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import classes from './orders.module.css'

/** So many are shown at once, the newest. */
const first = 8

/** All that happened to an order, with who did it and when. */
export function HistoryCard({ orderId }: { orderId: number }) {
  const history = useRead(orderHistory, { query: { orderId } })
  const [all, setAll] = useState(false)
  const entries = history.data
  return (
    <Card title="History">
      {history.isError && !entries ? (
        <ErrorState error={history.error} retry={() => void history.refetch()} />
      ) : !entries ? (
        <p className="muted" role="status">
          Loading history…
        </p>
      ) : (
        <>
          <ol className={classes.history} aria-label="History">
            {(all ? entries.data : entries.data.slice(0, first)).map(({ id, at, who, what, details }) => (
              <li key={id}>
                <time dateTime={at} className="small subtle">
                  {dateTime(at)}
                </time>
                <div>
                  <p>
                    {what}
                    {who && <span className="muted"> · {who}</span>}
                  </p>
                  {details.map((detail) => (
                    <p key={detail} className="small muted">
                      {detail}
                    </p>
                  ))}
                </div>
              </li>
            ))}
          </ol>
          {!all && entries.data.length > first && (
            <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
              Show all {number(entries.data.length)}
            </Button>
          )}
          {all && entries.more && (
            <p className="small subtle">Showing the last {MOST_HISTORY}. See the audit log for earlier events.</p>
          )}
        </>
      )}
    </Card>
  )
}
