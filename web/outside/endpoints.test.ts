import { expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import * as integrations from '#contract/integrations/integrations.ts'
import * as notifications from '#contract/notifications.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as reports from '#contract/reports.ts'
import * as bare from './endpoints.ts'

const contract = { ...accounts, ...notifications, ...organizations, ...integrations, ...reports } as unknown as Record<
  string,
  AnyEndpoint
>

it.each(Object.entries(bare) as [string, AnyEndpoint][])('%s says what the contract says', (name, { method, path }) => {
  expect({ method, path }).toEqual({ method: contract[name]?.method, path: contract[name]?.path })
})
