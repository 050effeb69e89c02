import type { CheckStep } from '#contract/integrations/checks.ts'

/** What each step of a check of a connection is called. */
export const stepWords: Record<CheckStep, string> = {
  account: 'Account',
  access: 'Access',
  clock: 'Clock',
  permissions: 'Permissions',
  defaults: 'Policies and locations',
  listing: 'Listings',
  orders: 'Orders of the last 24 hours',
  notices: 'Notices of sales',
  leftovers: 'Earlier test products',
  create: 'Create a test product',
  read: 'Read it back',
  change: 'Change title and price',
  price: 'Change the price alone',
  sold_out: 'Set the quantity to 0',
  end: 'Unlist it',
  remove: 'Delete it',
}

/** What a seller does about a step that failed. Where a step needs attention, its own words say it. @param channel its name */
export function stepAdvice(step: CheckStep, channel: string): string {
  const again = 'Then check again.'
  switch (step) {
    case 'account':
    case 'access':
    case 'permissions':
      return `Re-authorize ${channel} under Overview. ${again}`
    case 'create':
      return `Set what is blank under Listing defaults, and fix what ${channel} names. ${again}`
    case 'leftovers':
    case 'end':
    case 'remove':
      return `Check again, and Motto tries again to delete the test product.`
    case 'read':
    case 'change':
    case 'price':
    case 'sold_out':
      return `Compare one of your live listings with ${channel}. If it differs too, download the recording and send it to support.`
    default:
      return `Check again in a few minutes. If it fails again, download the recording and send it to support.`
  }
}
