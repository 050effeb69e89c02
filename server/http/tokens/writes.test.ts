import { describe, expect, it } from 'vitest'
import { areas } from '#contract/all.ts'
import { type AnyEndpoint, isKeyed } from '#contract/endpoint.ts'
import { scopesOf } from '#contract/tokens/access.ts'
import { makeToken } from '#seed/make.ts'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'
import { openDesk } from '../../testing/writes/desk.ts'
import { accounts, elsewhere, legalRequest } from '../../testing/writes/legal.ts'

const on = sandboxedApp()
const writes = Object.values(areas)
  .flatMap((area) => Object.entries(area) as [string, AnyEndpoint][])
  .filter(([name, endpoint]) => isKeyed(endpoint) && scopesOf(endpoint) && !elsewhere[name])

describe('a write with a token that is no person’s', () => {
  it.each(writes)('%s is carried out for an organization’s token', async (name, endpoint) => {
    const desk = await openDesk(on.app, on.sandbox, accounts(name))
    const request = await legalRequest(name, desk)
    const { headers } = await makeToken(desk.ctx, { kind: 'organization' })
    const { status, body } = await on.app.call(endpoint, { ...request, headers } as never)
    expect(status, `${name}: ${body.message} ${JSON.stringify(body.fields)}`).toBe(200)
  })
})
