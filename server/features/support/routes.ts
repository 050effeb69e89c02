import * as contract from '#contract/support.ts'
import { AppError } from '../../errors.ts'
import { type App, openRoute, openWrite } from '../../http/route.ts'
import { supportAddress } from '../../mail/support-address.ts'
import { readForm } from './read-form.ts'
import { sendSupportMessage } from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  const { services } = app
  openWrite(
    app,
    contract.sendSupportEmail,
    async ({ services, session }, { body }) => {
      if (!session) throw new AppError('unauthenticated')
      await sendSupportMessage(services, session, body)
      return { ok: true } as const
    },
    'Thanks! Your message has been sent.',
    { readForm },
  )
  openRoute(app, contract.getSupportAddress, async () => ({ email: supportAddress(services.config) }))
}
