import type { CallReply } from '#contract/endpoint.ts'
import type { readUnsubscribe as readEndpoint } from '#contract/notifications.ts'
import { kindWords } from '#domain/notifications/words.ts'
import { call } from '#web/call.ts'
import { readUnsubscribe, resubscribe, unsubscribe } from '#web/outside/endpoints.ts'
import { StopMails } from '#web/outside/stop-mails.tsx'

type Subscription = CallReply<typeof readEndpoint>

const ALL = 'Manage all emails and notifications on your account page.'

function show(subscription: Subscription, token: string) {
  const { organization, kind, stopped } = subscription
  const about = kindWords[kind]
  const set = async (stopped: boolean) => {
    await call(stopped ? unsubscribe : resubscribe, { query: { token } })
    return { ...subscription, stopped }
  }
  return stopped
    ? {
        title: 'You’re unsubscribed',
        words: `You won’t get emails about ${about} from ${organization}. ${ALL}`,
        press: { label: 'Resubscribe', isUndo: true, run: () => set(false) },
      }
    : {
        title: 'Unsubscribe?',
        words: `You get emails from ${organization} about ${about}. ${ALL}`,
        press: { label: `Unsubscribe from ${about}`, run: () => set(true) },
      }
}

export const UnsubscribePage = () => (
  <StopMails read={(token) => call(readUnsubscribe, { query: { token } })} show={show}>
    {() => <a href="/account">Go to your account</a>}
  </StopMails>
)
