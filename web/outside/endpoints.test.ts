import { expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as signOn from '#contract/accounts/sign-on.ts'
import { type AnyEndpoint, isKeyed } from '#contract/endpoint.ts'
import * as integrations from '#contract/integrations/integrations.ts'
import * as notifications from '#contract/notifications.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as reports from '#contract/reports.ts'
import * as bare from './endpoints.ts'

const contract = {
  ...accounts,
  ...signOn,
  ...notifications,
  ...organizations,
  ...integrations,
  ...reports,
} as unknown as Record<string, AnyEndpoint>

const ofIt = (endpoint: AnyEndpoint | undefined) =>
  endpoint && { method: endpoint.method, path: endpoint.path, isKeyed: isKeyed(endpoint) }

it.each(Object.entries(bare) as [string, AnyEndpoint][])('%s says what the contract says', (name, endpoint) => {
  expect(ofIt(endpoint)).toEqual(ofIt(contract[name]))
})
