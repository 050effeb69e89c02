import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '../../main.ts'
import { apiWith, askToken, type Tokens } from '../../testing/ebay-session.ts'
import { openSandbox } from '../../testing/open.ts'

let sandbox: Sandbox
beforeAll(async () => void (sandbox = await openSandbox()))
afterAll(() => sandbox.stop())

it('an app reads what it may be told of, all topics and each by its name', async () => {
  const scope = 'https://api.ebay.com/oauth/api_scope'
  const token = (await askToken(sandbox, { grant_type: 'client_credentials', scope })).body as Tokens
  const read = async (path: string) =>
    (await apiWith(sandbox, token.access_token)('GET', `/commerce/notification/v1/topic${path}`)).body
  const sales = await read('/ORDER_CONFIRMATION')
  expect(sales).toMatchObject({ topicId: 'ORDER_CONFIRMATION', status: 'ENABLED' })
  expect(await read('')).toMatchObject({ topics: [sales], total: 1 })
})
