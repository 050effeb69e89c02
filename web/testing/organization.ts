import type { CallReply } from '#contract/endpoint.ts'
import type { getClient } from '#contract/organizations/organizations.ts'

/** What the server answers about an organization, for tests of pages. */
export const shop: CallReply<typeof getClient> = {
  id: 1,
  name: 'Shop',
  displayName: 'Shop',
  description: '',
  requireTwoFactor: false,
  currency: 'USD',
  timeZone: 'UTC',
  figuresIn: null,
  ratesWait: false,
}
