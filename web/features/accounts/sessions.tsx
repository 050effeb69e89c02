import { Button } from '@mantine/core'
import { endSessions, listSessions } from '#contract/accounts.ts'
import { useRead, useWrite } from '#web/api.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { ago, date, dateTime } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { marks } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './account.module.css'

const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux'] as const
const browsers = [
  ['Edg', 'Edge'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

/** "Firefox on Linux", as far as the browser says. */
const device = (userAgent: string) => {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1] ?? 'Unknown browser'
  const system = systems.find((name) => userAgent.includes(name))
  return system ? `${browser} on ${system}` : browser
}

/** Where one is signed in, and a way to end all the others. */
export function Sessions() {
  const sessions = useRead(listSessions)
  const end = useWrite(endSessions, { onSuccess: () => toast.success('Logged out on all other devices.') })
  const others = sessions.data?.some((session) => !session.current)
  return (
    <Card
      title="Active sessions"
      padded={false}
      actions={
        others && (
          <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate({})}>
            Log out of other devices
          </Button>
        )
      }
    >
      {sessions.isError && !sessions.data && (
        <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />
      )}
      {sessions.isPending && (
        <div className={classes.pad}>
          <FormSkeleton fields={2} label="Loading sessions" />
        </div>
      )}
      <ul className={classes.list}>
        {sessions.data?.map(({ id, current, createdAt, lastSeenAt, userAgent, address }) => (
          <li key={id}>
            <div className="grow">
              <b>{device(userAgent)}</b>
              <span className="small subtle" title={`Last seen ${dateTime(lastSeenAt)}`}>
                {address} · logged in {date(createdAt)}
                {current ? '' : ` · last active ${ago(lastSeenAt)}`}
              </span>
            </div>
            {current && <StatusChip of={marks.here} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
