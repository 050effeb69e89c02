import { expect, it } from 'vitest'
import type { ChannelError, ExternalListing, Outcome, ReadyListing } from '../../channel.ts'
import { failure, refusal, type Tools } from './tools.ts'

/** The next try, with what the one before it said is there. */
const goingOn = <F>(listing: ReadyListing<F>, first: Outcome<ExternalListing> | undefined): ReadyListing<F> => ({
  ...listing,
  external: (first?.ok ? first.value : first?.made) ?? null,
})

/** What goes wrong is named, and leaves nothing twice. */
export function failurePromises<F, S>(tools: Tools<F, S>): void {
  const { publish, publishOne, onSandbox, liveOnSandbox } = tools
  /** Once, and buyers can have what it says. */
  const expectOnSale = async ({ variants }: ReadyListing<F>) => {
    const sku = `${variants[0]?.sku}`
    expect((await onSandbox(sku)).map(({ quantity }) => quantity)).toEqual([variants[0]?.quantity])
    expect(await liveOnSandbox(sku)).toHaveLength(1)
  }

  it('a refusal of one among three leaves its neighbours', async () => {
    const bad = tools.h.refused('REF-B')
    const [a, b, c] = await publish(tools.h.listing('REF-A'), bad.listing, tools.h.listing('REF-C'))
    expect([a?.ok, b?.ok, c?.ok]).toEqual([true, false, true])
    const error = refusal(b)
    expect(error?.kind).toBe('invalid')
    expect(Object.keys(error?.fields ?? {})).toContain(bad.field)
    expect(error?.message.length).toBeGreaterThan(10)
    expect((await liveOnSandbox('REF-')).map(({ sku }) => sku).sort()).toEqual(['REF-A', 'REF-C'])
  })

  it('says how long to wait when it is too much', async () => {
    await tools.h.sandbox.fault('rate_limit')
    const error = await failure(tools.h.stage.channel.listings.pull(tools.h.stage.connection()))
    expect(error.kind).toBe('rate_limited')
    expect(error.retryAfterSeconds).toBeGreaterThan(0)
  })

  it('a batch stops at a rate limit and says so', async () => {
    await tools.h.sandbox.fault('rate_limit', 50)
    expect((await failure(publish(tools.h.listing('LIM-A'), tools.h.listing('LIM-B')))).kind).toBe('rate_limited')
  })

  it('an error of the channel is unavailable', async () => {
    await tools.h.sandbox.fault('error500')
    expect((await failure(tools.h.stage.channel.listings.pull(tools.h.stage.connection()))).kind).toBe('unavailable')
  })

  it('an expired token is unauthorized, and refreshing gives one that works; one without an end serves on', async () => {
    await tools.h.sandbox.fault('expire_token')
    if (!tools.renews()) {
      expect((await tools.h.stage.channel.account(tools.h.stage.connection())).name).not.toBe('')
      return
    }
    expect((await failure(tools.h.stage.channel.account(tools.h.stage.connection()))).kind).toBe('unauthorized')
    const next = await tools.renewed()
    Object.assign(tools.h.stage.tokens, next)
    expect((await tools.h.stage.channel.account(tools.h.stage.connection())).name).not.toBe('')
  })

  it('a new token whose answer was lost is recovered', async ({ skip }) => {
    const { stage } = tools.h
    if (!stage.channel.connect.oauth?.recoverRequest) return skip('its channel recovers none')
    Object.assign(stage.tokens, await stage.renew(1))
    expect((await stage.channel.account(stage.connection())).name).not.toBe('')
    Object.assign(stage.tokens, await stage.renew())
  })

  it('leaves one listing when the answer to any of its writes was lost', async () => {
    for (const make of tools.lacks('families') ? [tools.h.listing] : [tools.h.listing, tools.h.family]) {
      for (let n = 1; n <= 14; n++) {
        const listing = make(`LOST-${make === tools.h.family ? 'F' : 'A'}${n}`)
        const [first] = await tools.h.stage.channel.listings
          .publish(tools.h.stage.connection({ loseWrite: n }), [listing])
          .catch((error: unknown) => [{ ok: false as const, error: error as ChannelError }])
        const error = refusal(first)
        if (error && !error.maybeDone) throw error
        await publishOne(goingOn(listing, first))
        await expectOnSale(listing)
        if (first?.ok) break
      }
    }
    const rows = await onSandbox('LOST-')
    expect(new Set(rows.map(({ sku }) => sku)).size).toBe(rows.length)
  }, 60_000)

  it('puts a listing on sale with its quantity after a rate limit met any of its calls', async () => {
    for (const make of tools.lacks('families') ? [tools.h.listing] : [tools.h.listing, tools.h.family]) {
      for (let n = 1; n <= 40; n++) {
        const listing = make(`LIMIT-${make === tools.h.family ? 'F' : 'A'}${n}`)
        const [first] = await tools.h.stage.channel.listings
          .publish(tools.h.stage.connection({ limitCall: n }), [listing])
          .catch((error: unknown) => [{ ok: false as const, error: error as ChannelError }])
        expect(refusal(first)?.kind ?? 'rate_limited').toBe('rate_limited')
        tools.h.rest?.()
        await publishOne(goingOn(listing, first))
        await expectOnSale(listing)
        if (first?.ok) break
      }
    }
  }, 60_000)

  it('leaves one listing when the channel did it and kept silent', async () => {
    const listing = tools.h.listing('SILENT')
    await tools.h.sandbox.fault('timeout_after_commit')
    const [first] = await tools.h.stage.channel.listings.publish(tools.h.stage.connection({ timeoutMs: 300 }), [
      listing,
    ])
    expect(refusal(first)).toMatchObject({ kind: 'unavailable', maybeDone: true })
    await publishOne(goingOn(listing, first))
    expect(await onSandbox('SILENT')).toHaveLength(1)
  })
}
