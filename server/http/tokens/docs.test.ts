import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate, makeToken } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { TOKEN_RATE } from './bearer.ts'
import { TOKEN_PATTERN } from './secret.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/api-tokens.md'), 'utf8')
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

it('the example of the page about API tokens reads the products of its organization', async () => {
  const { ctx } = await makeSeller(app.services)
  await makeProduct(ctx, (await makeTemplate(ctx)).id, { sku: 'MUG-1' })
  const { secret } = await makeToken(ctx, { scopes: ['products:read'] })
  // Sent without curl, which not every machine has.
  const [, address = '', header = ''] = /```sh\ncurl -s "(\S+)" -H "Authorization: (.+)"\n```/.exec(page) ?? []
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(address.replace('$MOTTO_URL', url), {
    headers: { authorization: header.replace('$MOTTO_TOKEN', secret) },
  })
  expect(await answer.json()).toMatchObject({ success: true, data: { data: [{ sku: 'MUG-1' }] } })
})
it('the page about API tokens names the pattern for scanners and the rate as they are', () => {
  expect(page).toContain(`\`${TOKEN_PATTERN.source}\``)
  expect(page).toContain(`More than ${TOKEN_RATE.max} requests in a minute`)
})
