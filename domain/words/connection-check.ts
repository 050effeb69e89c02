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
