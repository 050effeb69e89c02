import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import {
  getNotificationSettings,
  type NotificationKind,
  saveNotificationSetting,
  sendTestMail,
} from '#contract/notifications.ts'
import { keyOf, useRead, useWrite } from '#web/api.ts'
import { announce, askPermission, type Permission, usePermission } from '#web/browser-news.ts'
import { cache } from '#web/cache.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './notifications.module.css'

type Settings = CallReply<typeof getNotificationSettings>
type Way = 'browser' | 'mail'

const words: Record<NotificationKind, { name: string; hint: string }> = {
  orders: { name: 'New orders', hint: 'You sell something on a channel.' },
  oversold: { name: 'Oversold orders', hint: 'A channel sells more than you have in stock.' },
  refused: { name: 'Rejected listings', hint: 'A channel rejects a listing or a quantity.' },
  disconnected: { name: 'Disconnected channels', hint: 'Motto loses access to a channel, so orders stop importing.' },
  published: { name: 'Publish runs', hint: 'A publish run finishes.' },
  approvals: { name: 'Approvals', hint: 'An AI agent proposes changes that you have to approve.' },
}

/** What one wants to be told of in the selected organization. Nothing is on before it was asked for. */
export function NotificationsCard({ organization }: { organization: string }) {
  const settings = useRead(getNotificationSettings)
  return (
    <Card title="Notifications">
      {settings.data ? (
        settings.data.member ? (
          <Choices settings={settings.data} organization={organization} />
        ) : (
          <p className="muted">Only members of {organization} get notifications. You’re viewing it as a Super Admin.</p>
        )
      ) : settings.isError ? (
        <ErrorState error={settings.error} retry={() => void settings.refetch()} />
      ) : (
        <FormSkeleton fields={4} height={385} label="Loading notifications" />
      )}
    </Card>
  )
}

function Choices({ settings, organization }: { settings: Settings; organization: string }) {
  const permission = usePermission()
  // Whoever pressed while the browser blocks learns why nothing came on.
  const [pressed, setPressed] = useState(false)
  const save = useWrite(saveNotificationSetting, {
    onSuccess: (data) => cache.setQueryData(keyOf(getNotificationSettings), data),
  })
  const change = save.isPending ? save.variables?.body : undefined
  const isOn = (kind: Settings['kinds'][number], way: Way) =>
    (change?.kind === kind.kind ? change[way] : undefined) ?? kind[way]
  const turn = async (kind: NotificationKind, way: Way, on: boolean) => {
    if (way === 'browser' && on) {
      setPressed(true)
      if ((await askPermission()) !== 'granted') return
    }
    save.mutate({ body: { kind, [way]: on } })
  }
  const used = (way: Way) => settings.kinds.some((kind) => kind[way])
  return (
    <div className="stack">
      <p className="muted">
        Get notified about {organization}. Browser notifications need an open Motto tab. Emails go to {settings.email}{' '}
        and are grouped every 3 minutes.
      </p>
      <PermissionNote permission={permission} isWanted={pressed || used('browser')} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Notify me about</th>
            <th scope="col">Browser</th>
            <th scope="col">Email</th>
          </tr>
        </thead>
        <tbody>
          {settings.kinds.map((kind) => (
            <tr key={kind.kind}>
              <th scope="row">
                <b>{words[kind.kind].name}</b>
                <span className="small subtle">{words[kind.kind].hint}</span>
              </th>
              {(['browser', 'mail'] as const).map((way) => (
                <td key={way}>
                  <Switch
                    aria-label={`${words[kind.kind].name} ${way === 'mail' ? 'by email' : 'in the browser'}`}
                    checked={isOn(kind, way)}
                    onChange={(event) => void turn(kind.kind, way, event.currentTarget.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Test browser={used('browser') && permission === 'granted'} mail={used('mail')} email={settings.email} />
    </div>
  )
}

/** What stands between somebody's wish and this browser, and what they can do about it. */
function PermissionNote({ permission, isWanted }: { permission: Permission; isWanted: boolean }) {
  if (!isWanted || permission === 'granted') return null
  if (permission === 'unasked')
    return (
      <Callout
        tone="info"
        action={
          <Button size="xs" variant="default" onClick={() => void askPermission()}>
            Allow notifications
          </Button>
        }
      >
        Notifications are off in this browser.
      </Callout>
    )
  return (
    <Callout tone="warning">
      {permission === 'denied'
        ? 'Your browser blocks notifications from Motto. Click the icon next to the address, allow notifications, then reload this page.'
        : window.isSecureContext
          ? 'This browser doesn’t support notifications. Use email instead.'
          : 'Browser notifications need a secure (https) address. Use email, or ask your administrator to set up https.'}
    </Callout>
  )
}

function Test({ browser, mail, email }: { browser: boolean; mail: boolean; email: string }) {
  const send = useWrite(sendTestMail, { onSuccess: () => toast.success(`Test email sent to ${email}.`) })
  const test = () => {
    if (browser)
      announce(
        { title: 'Test notification', body: 'Notifications from Motto look like this.', path: '/account' },
        'motto-test',
        () => undefined,
      )
    if (mail) send.mutate({})
  }
  return (
    <div className={classes.test}>
      <Button variant="default" disabled={!browser && !mail} loading={send.isPending} onClick={test}>
        Send a test
      </Button>
      <span className="small subtle">
        {browser || mail
          ? `Sent right away ${browser && mail ? 'to this browser and by email' : mail ? 'by email' : 'to this browser'}.`
          : 'Turn on at least one notification first.'}
      </span>
    </div>
  )
}
