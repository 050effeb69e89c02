import type { CallReply } from '#contract/endpoint.ts'
import type { readUnsubscribe as readEndpoint } from '#contract/notifications.ts'
import { kindWords } from '#domain/notifications/words.ts'
import { call } from '#web/call.ts'
import { readUnsubscribe, resubscribe, unsubscribe } from '#web/outside/endpoints.ts'
import { StopMails } from '#web/outside/stop-mails.tsx'

type Subscription = CallReply<typeof readEndpoint>

const ALL = 'Your account page has all mails and notifications.'

function show(subscription: Subscription, token: string) {
  const { organization, kind, stopped } = subscription
  const about = kindWords[kind]
  const set = async (stopped: boolean) => {
    await call(stopped ? unsubscribe : resubscribe, { query: { token } })
    return { ...subscription, stopped }
  }
  return stopped
    ? {
        title: 'Mails stopped',
        words: `${organization} mails you no more about ${about}. ${ALL}`,
        press: { label: 'Send them again', isUndo: true, run: () => set(false) },
      }
    : {
        title: 'Unsubscribe?',
        words: `${organization} mails you about ${about}. ${ALL}`,
        press: { label: `Stop mails about ${about}`, run: () => set(true) },
      }
}

export const UnsubscribePage = () => (
  <StopMails read={(token) => call(readUnsubscribe, { query: { token } })} show={show}>
    {() => <a href="/account">Go to your account</a>}
  </StopMails>
)
