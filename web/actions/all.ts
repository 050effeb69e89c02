import type { Action } from './action.ts'
import { channelActions } from './channel-actions.ts'
import { listActions } from './list-actions.ts'
import { listingActions } from './listing-actions.ts'
import { orderActions } from './order-actions.ts'
import { peopleActions } from './people-actions.ts'
import { productActions } from './product-actions.ts'
import { shellActions } from './shell-actions.ts'
import { templateActions } from './template-actions.ts'

const registry = {
  ...listActions,
  ...productActions,
  ...listingActions,
  ...orderActions,
  ...templateActions,
  ...channelActions,
  ...peopleActions,
  ...shellActions,
}

export type ActionId = keyof typeof registry
/** Every action of the product: what the palette finds, and what buttons and menus are named after. */
export const actions: Readonly<Record<ActionId, Action>> = registry
export const actionIds = Object.keys(registry) as ActionId[]
