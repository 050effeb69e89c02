import type { RuleActions } from '#contract/orders/rules.ts'
import { withTags, withoutTags } from './rules.ts'

/** What people and rules say of an order beside what its channel says. */
export interface Handling {
  tags: string[]
  assigneeId: number | null
  held: boolean
}
export interface HandlingChange {
  addTags?: readonly string[]
  removeTags?: readonly string[]
  assigneeId?: number | null
  hold?: boolean
}

/** Only what is to be sent still is held: what is gone needs no release. */
export const handled = (now: Handling & { state: string }, change: HandlingChange): Handling => ({
  tags: withTags(withoutTags(now.tags, change.removeTags ?? []), change.addTags ?? []),
  assigneeId: change.assigneeId === undefined ? now.assigneeId : change.assigneeId,
  held: change.hold === undefined ? now.held : change.hold && now.state === 'open',
})

/** What of a rule's actions an order does not have yet. */
export const missing = (
  { addTags, service, assigneeId, hold }: RuleActions,
  order: Handling & { service: string },
): RuleActions => ({
  addTags: withTags(order.tags, addTags).slice(order.tags.length),
  service: service === order.service ? '' : service,
  assigneeId: assigneeId === order.assigneeId ? null : assigneeId,
  hold: hold && !order.held,
})
