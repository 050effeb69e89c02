// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getTwoFactor, getUser, listSessions, userRoles } from '#contract/accounts.ts'
import {
  getNotificationSettings,
  notificationKinds,
  readUnsubscribe,
  recentNotifications,
  resubscribe,
  saveNotificationSetting,
  sendTestMail,
  unsubscribe,
} from '#contract/notifications.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { aProfile, aSession } from '#web/testing/people.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, theOne, until } from '#web/testing/screen.tsx'

const server = fakeServer()
let kinds = notificationKinds.map((kind) => ({ kind, browser: false, mail: false }))
const settings = () => ({ member: true, email: 'dana@example.com', kinds })

interface Announcement {
  title: string
  body: string
  onclick: (() => void) | null
}
let announcements: Announcement[]
let requests: number

/** Stands in for the notifications of the browser. */
function stubBrowser(answer: NotificationPermission, permission: NotificationPermission = 'default'): void {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal(
    'Notification',
    class implements Announcement {
      static permission = permission
      static async requestPermission() {
        requests += 1
        this.permission = answer
        return answer
      }
      title: string
      body: string
      onclick: (() => void) | null = null
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        this.title = title
        this.body = body
        announcements.push(this)
      }
      close() {}
    },
  )
}

beforeEach(() => {
  announcements = []
  requests = 0
  kinds = notificationKinds.map((kind) => ({ kind, browser: false, mail: false }))
  server.answer(getUser, aProfile())
  server.answer(userRoles, [])
  server.answer(getTwoFactor, { enabled: false, enabledAt: null, backupCodesLeft: 0, requiredBy: [] })
  server.answer(listSessions, [aSession()])
  server.answer(getNotificationSettings, settings)
  server.answer(saveNotificationSetting, ({ body: { kind, browser, mail } }) => {
    kinds = kinds.map((other) =>
      other.kind === kind ? { kind, browser: browser ?? other.browser, mail: mail ?? other.mail } : other,
    )
    return settings()
  })
})
const isOn = async (name: string) => ((await theOne('switch', name)) as HTMLInputElement).checked

describe('notifications of the browser', () => {
  it('are off, and the browser is not asked, until somebody turns one on', async () => {
    stubBrowser('granted')
    await renderPage('/account')
    await theOne('heading', 'Notifications')
    await theOne('switch', 'New orders in the browser')
    expect(all('switch').filter((element) => (element as HTMLInputElement).checked)).toEqual([])
    expect(((await theOne('button', 'Send a test')) as HTMLButtonElement).disabled).toBe(true)
    expect(requests).toBe(0)
    await press('switch', 'New orders in the browser')
    await until(() => isOn('New orders in the browser'))
    expect(requests).toBe(1)
    expect(server.calls(saveNotificationSetting).map(({ body }) => body)).toEqual([{ kind: 'orders', browser: true }])
    await press('button', 'Send a test')
    await until(() => announcements[0]?.title === 'Test notification')
  })

  it('that the browser blocks say what to do, and nothing is turned on', async () => {
    stubBrowser('denied')
    await renderPage('/account')
    await press('switch', 'Rejected listings in the browser')
    await says('Your browser blocks notifications from Motto.')
    expect(await isOn('Rejected listings in the browser')).toBe(false)
    expect(server.calls(saveNotificationSetting)).toEqual([])
  })

  it('show each sale once, and lead to its order', async () => {
    stubBrowser('granted', 'granted')
    server.answer(recentNotifications, [
      {
        id: 7,
        kind: 'orders',
        subject: 'eBay 12-34567',
        detail: '1 piece, 24.99 USD',
        path: '/account',
        at: '2026-11-20T10:00:00.000Z',
      },
    ])
    const page = await renderPage('/account')
    await until(() => announcements.length === 1)
    expect(announcements[0]).toMatchObject({ title: 'New order eBay 12-34567', body: '1 piece, 24.99 USD' })
    server.tell('notifications')
    await until(() => server.calls(recentNotifications).length === 2)
    announcements[0]?.onclick?.()
    await until(() => page.address() === '/account')
    expect(announcements).toHaveLength(1)
  })
})

describe('mails', () => {
  it('are turned on by a switch, and a test goes to the person', async () => {
    server.answer(sendTestMail, ok)
    await renderPage('/account')
    await press('switch', 'New orders by email')
    await until(() => isOn('New orders by email'))
    await press('button', 'Send a test')
    await says('Test email sent to dana@example.com.')
    expect(server.calls(saveNotificationSetting).map(({ body }) => body)).toEqual([{ kind: 'orders', mail: true }])
  })

  it('an open page shows that they were stopped elsewhere', async () => {
    kinds = kinds.map((kind) => ({ ...kind, mail: kind.kind === 'orders' }))
    await renderPage('/account')
    await until(() => isOn('New orders by email'))
    kinds = kinds.map((kind) => ({ ...kind, mail: false }))
    server.tell('notifications')
    await until(async () => !(await isOn('New orders by email')))
  })

  it('are stopped by their link without signing in, and resumed', async () => {
    const subscription = { organization: 'Northlight Goods', kind: 'orders', stopped: false } as const
    server.answer(readUnsubscribe, subscription)
    server.answer(unsubscribe, ok)
    server.answer(resubscribe, ok)
    const page = await renderPage('/unsubscribe?token=t-1', null)
    await says('You get emails from Northlight Goods about new orders.')
    expect(page.address()).toBe('/unsubscribe')
    await press('button', 'Unsubscribe from new orders')
    await theOne('heading', 'You’re unsubscribed')
    expect(server.calls(unsubscribe).map(({ query }) => query.token)).toEqual(['t-1'])
    await press('button', 'Resubscribe')
    await theOne('heading', 'Unsubscribe?')
    expect(server.calls(resubscribe)).toHaveLength(1)
  })
})
