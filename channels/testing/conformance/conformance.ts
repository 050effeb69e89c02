import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skipNote } from '../published/specs.ts'
import { failurePromises } from './failures.ts'
import { basicPromises, laterPromises, listingPromises, shapePromises } from './listings.ts'
import { orderPromises } from './orders.ts'
import { refundPromises } from './refunds.ts'
import { refusalPromises } from './refusals.ts'
import { pullPromises, stockPromises } from './stock.ts'
import { failure, type Harness, makeTools, type Tools } from './tools.ts'
import { webhookPromises } from './webhooks.ts'

/** What every channel must do, played against its simulator over HTTP. @param isDescribed the channel's published description is at hand */
export function conformance<F, S>(name: string, isDescribed: boolean, makeHarness: () => Promise<Harness<F, S>>): void {
  describe(`${name} keeps the promises of a channel`, () => {
    let harness: Harness<F, S>
    const tools = makeTools(() => harness)
    beforeAll(async () => void (harness = await makeHarness()), 60_000)
    afterAll(() => harness.stop())
    beforeEach(async () => {
      harness.rest?.()
      await harness.sandbox.noFaults()
    })
    basicPromises(tools)
    listingPromises(tools)
    shapePromises(tools)
    laterPromises(tools)
    pullPromises(tools)
    stockPromises(tools)
    failurePromises(tools)
    orderPromises(tools)
    refundPromises(tools)
    webhookPromises(tools)
    makePromises(tools)
    refusalPromises(tools)
    lastPromises(tools, isDescribed)
  })
}

/** What a seller can make there is made once, and what cannot be is refused at its field. */
function makePromises<F, S>(tools: Tools<F, S>): void {
  it('makes what listings need, once, and refuses a wrong answer at its field', async ({ skip }) => {
    const { channel } = tools.h.stage
    const make = (field: string, answers: Record<string, string>) =>
      channel.make?.(tools.h.stage.connection(), field, answers) ?? Promise.resolve('')
    const makes = Object.entries(tools.h.makes ?? {})
    if (makes.length === 0) return skip('nothing is made there from here')
    for (const [field, { answers, wrong }] of makes) {
      expect(await make(field, answers), field).toMatch(/./)
      expect(Object.keys((await failure(make(field, answers))).fields), `${field} again`).toEqual(['name'])
      const [name = ''] = Object.keys(wrong)
      const error = await failure(make(field, { ...answers, name: `${answers.name} two`, ...wrong }))
      expect([error.kind, Object.keys(error.fields)], `${field} with a wrong ${name}`).toEqual(['invalid', [name]])
    }
  })
}

/** What ends the connection, and what is known only at the end. */
function lastPromises<F, S>(tools: Tools<F, S>, isDescribed: boolean): void {
  it('refuses for good once the seller withdrew consent', async () => {
    await tools.h.sandbox.fault('revoke_token')
    expect((await failure(tools.h.stage.channel.account(tools.h.stage.connection()))).kind).toBe('unauthorized')
    if (tools.renews()) expect((await failure(tools.renewed())).kind).toBe('revoked')
  })

  it.skipIf(!isDescribed)(
    `every request and every answer keeps to the published description${skipNote(isDescribed)}`,
    () => {
      expect([...new Set(tools.h.stage.problems)]).toEqual([])
    },
  )
}
