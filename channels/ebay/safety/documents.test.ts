import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SafetyDocument } from '#domain/safety/safety.ts'
import { ebayStage } from '../../testing/ebay-stage.ts'
import { madeBy } from '../../testing/safety.ts'
import { ebay } from '../index.ts'
import { checkSafety } from './safety.ts'

const guide: SafetyDocument = { url: 'https://acme.example/guide.pdf', kind: 'User guide', language: 'de' }

describe('safety documents on eBay', () => {
  let eBay: Awaited<ReturnType<typeof ebayStage>>
  beforeAll(async () => {
    eBay = await ebayStage()
  }, 60_000)
  afterAll(() => eBay?.sandbox.stop())
  beforeEach(() => control('reset', {}))

  const control = (path: string, body: object) =>
    fetch(`${eBay.sandbox.url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  /** Calls of eBay's Media API. */
  const made = async () => {
    const calls = (await (await fetch(`${eBay.sandbox.url}/_sandbox/ebay/calls`)).json()) as { path: string }[]
    return calls.filter(({ path }) => path.includes('/create_document_from_url')).length
  }
  const listing = (name: string, ...documents: SafetyDocument[]) =>
    eBay.listing(name, { safety: { ...madeBy({ manufacturer: {} }), documents } })
  const publish = async (shirt: ReturnType<typeof listing>) => {
    const [outcome] = await ebay.listings.publish(eBay.stage.connection(), [shirt])
    return outcome
  }

  it('are fetched by eBay once, waited for while it checks them, and named in the offer', async () => {
    await control('ebay/lag', { images: 60 })
    const before = await made()
    const shirt = listing('GUIDED', guide)
    const first = await publish(shirt)
    expect(first?.ok === false && [first.error.kind, first.error.retryAfterSeconds]).toEqual(['conflict', 30])
    await control('clock', { advance: 61 })
    await control('ebay/lag', { images: 0 })
    const outcome = await publish(shirt)
    if (!outcome?.ok) throw outcome?.error ?? new Error('nothing was published')
    expect((await made()) - before).toBe(1)
    const { offerId } = outcome.value.parts['GUIDED'] ?? {}
    const c = eBay.stage.connection()
    const { body } = await c.http({
      method: 'GET',
      url: `${c.origins.api}/sell/inventory/v1/offer/${offerId}`,
      headers: { authorization: `Bearer ${c.accessToken}`, 'accept-language': 'en-US' },
    })
    expect(body).toMatchObject({ regulatory: { documents: [{ documentId: expect.stringMatching(/./) }] } })

    const [revised] = await ebay.listings.revise(c, [{ ...shirt, external: outcome.value }])
    expect(revised).toMatchObject({ ok: true })
    expect((await made()) - before).toBe(1)
    const [without] = await ebay.listings.revise(c, [
      { ...listing('GUIDED'), external: revised?.ok ? revised.value : null },
    ])
    expect(without).toMatchObject({ ok: true })
  })

  describe('that Motto keeps', () => {
    const ours: SafetyDocument = { ...guide, url: 'http://localhost:3000/media/1/guide.pdf' }
    /** The same seller, whose file it is. */
    const keeping = (text: string) => {
      const file = { bytes: new TextEncoder().encode(text), type: 'application/pdf', name: 'document.pdf' }
      const ownFile = async (url: string) => (url === ours.url ? file : undefined)
      return { ...eBay.stage.connection(), ownFile }
    }
    const mediaCalls = async () => {
      const calls = (await (await fetch(`${eBay.sandbox.url}/_sandbox/ebay/calls`)).json()) as { path: string }[]
      return calls.flatMap(({ path }) => (path.includes('/media/') ? path.replace(/doc-\d+/, '{id}') : []))
    }

    it('are uploaded, so that eBay need not reach Motto', async () => {
      const shirt = listing('UPLOADED', ours)
      const [outcome] = await ebay.listings.publish(keeping('%PDF-1.7 a whole file %%EOF'), [shirt])
      expect(outcome).toMatchObject({ ok: true })
      const media = '/commerce/media/v1_beta/document'
      expect(await mediaCalls()).toEqual(
        [media, `${media}/{id}/upload`, `${media}/{id}`].map((path) => expect.stringContaining(path)),
      )
    })

    it('and that eBay rejects are told at their attribute', async () => {
      const [outcome] = await ebay.listings.publish(keeping('%PDF-1.7'), [listing('UNREADABLE', ours)])
      expect(outcome?.ok === false && outcome.error.fields['attributes.Safety documents']).toMatch(
        /^eBay didn’t accept the document .*uploaded to Motto/,
      )
    })
  })

  it('that eBay rejects are told at their attribute', async () => {
    const outcome = await publish(listing('BROKEN', { ...guide, url: 'https://acme.example/broken.pdf' }))
    expect(outcome?.ok === false && outcome.error.fields['attributes.Safety documents']).toMatch(
      /^eBay didn’t accept the document https:\/\/acme\.example\/broken\.pdf/,
    )
  })

  it.each([
    ['a text', { unreadDocuments: ['see the box'] }, /^“see the box” isn’t a link/],
    ['a page', { documents: [{ ...guide, url: 'https://acme.example/guide.html' }] }, /^eBay takes PDF, PNG and JPEG/],
    ['a link without an ending', { documents: [{ ...guide, url: 'https://acme.example/guide' }] }, undefined],
  ])('%s is checked before eBay is asked', (_, more, sentence) => {
    const problem = checkSafety({ ...madeBy({ manufacturer: {} }), ...more }, false, undefined)[
      'attributes.Safety documents'
    ]
    if (sentence) expect(problem).toMatch(sentence)
    else expect(problem).toBeUndefined()
  })
})
