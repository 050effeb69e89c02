import type { CallReply } from '#contract/endpoint.ts'
import type { listDeliveries, listWebhooks } from '#contract/webhooks/webhooks.ts'
import type { Stated } from '#domain/words/states.ts'
import { deliveryStates, webhookStates } from '#domain/words/webhook-states.ts'

export type Webhook = CallReply<typeof listWebhooks>[number]
export type Delivery = CallReply<typeof listDeliveries>['data'][number]

export const stateOf = ({ state, failingSince }: Pick<Webhook, 'state' | 'failingSince'>): Stated =>
  state === 'active' && failingSince ? webhookStates.failing : webhookStates[state]

export const deliveryState = ({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): Stated =>
  state === 'waiting' && attempts > 0 ? deliveryStates.retrying : deliveryStates[state]

/** Why a webhook gets nothing; '' where it does. */
export function problemOf({ state, reason }: Pick<Webhook, 'state' | 'reason'>): string {
  if (state === 'active') return ''
  if (reason === 'failing')
    return 'Every request failed for five days, so Motto paused this webhook. New events are kept for up to 30 days. Check the receiver, then resume.'
  if (reason === 'gone')
    return 'The receiver answered 410 (gone), so Motto ended this webhook. No new events are kept. Resume it to start again.'
  return 'This webhook is paused. New events are kept for up to 30 days and are sent when you resume it.'
}

/** What a receiver answered last, in short. */
export function answerOf({ status, answer }: { status: number | null; answer: string }): string {
  const text = answer.trim()
  if (status === null) return text
  return text ? `${status}: ${text}` : String(status)
}
