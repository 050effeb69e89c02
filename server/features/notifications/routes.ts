import * as contract from '#contract/notifications.ts'
import { type App, openRoute, route } from '../../http/route.ts'
import * as service from './service.ts'
import { readSubscription, setMails } from './unsubscribe.ts'

const ok = { ok: true } as const

/** The area's endpoints. */
export default function mount(app: App) {
  const { services } = app
  route(app, contract.getNotificationSettings, service.settings)
  route(app, contract.saveNotificationSetting, (ctx, { body }) => service.saveSetting(ctx, body))
  route(app, contract.recentNotifications, service.recent)
  route(app, contract.sendTestMail, async (ctx) => {
    await service.sendTest(ctx)
    return ok
  })
  openRoute(app, contract.readUnsubscribe, (_, { query }) => readSubscription(services, query.token))
  openRoute(app, contract.unsubscribe, async (_, { query }) => {
    await setMails(services, query.token, false)
    return ok
  })
  openRoute(app, contract.resubscribe, async (_, { query }) => {
    await setMails(services, query.token, true)
    return ok
  })
}
