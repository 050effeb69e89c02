import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import type { Safety } from '#domain/safety/safety.ts'
import { ebayStage } from '../../testing/ebay-stage.ts'
import { madeBy } from '../../testing/safety.ts'
import { ebay } from '../index.ts'
import { make } from '../listings/make.ts'
import { otherParts, regulatoryOf } from './regulatory.ts'
import { checkSafety } from './safety.ts'

const germanMaker = madeBy({ manufacturer: {} })
const foreignMaker = madeBy({ manufacturer: { country: 'CN' } })
const represented = madeBy({ manufacturer: { country: 'CN' }, responsible_person: {} })
/** A leaf of Toys & Hobbies. */
const toys = '19183'

describe('eBay’s rules for manufacturers', () => {
  const errors = (safety: Safety | undefined, settings: { euSales: string } = { euSales: '' }, isRequired = true) =>
    Object.keys(checkSafety(safety, isRequired, settings))

  it('a category that requires it needs a manufacturer, and one outside the EU a responsible person', () => {
    expect(errors(undefined)).toEqual(['attributes.Manufacturer'])
    expect(errors(germanMaker)).toEqual([])
    expect(errors(foreignMaker)).toEqual(['attributes.EU responsible person'])
    expect(errors(represented)).toEqual([])
    expect(errors(madeBy({ manufacturer: { postalCode: '' } }))).toEqual(['attributes.Manufacturer'])
  })
  it('nothing is asked of a private seller, or in a category that does not require it', () => {
    expect(errors(undefined, { euSales: 'private' })).toEqual([])
    expect(errors(undefined, undefined, false)).toEqual([])
  })
  it('more labels than eBay takes and a long postal code are named', () => {
    const safety = {
      ...madeBy({ manufacturer: { postalCode: '1234567890' } }),
      pictograms: ['1', '2', '3'],
    }
    expect(errors(safety, undefined, false)).toEqual(['attributes.Manufacturer', 'attributes.Safety pictograms'])
  })
  it('the block of an offer names the manufacturer without blank fields, and keeps what others wrote', () => {
    expect(regulatoryOf({ ...represented, statements: ['S1'] })).toEqual({
      manufacturer: {
        companyName: 'Acme GmbH',
        addressLine1: 'Hafenstr. 1',
        city: 'Kiel',
        postalCode: '24103',
        country: 'CN',
        email: 'safety@acme.example',
      },
      responsiblePersons: [expect.objectContaining({ country: 'DE', types: ['EUResponsiblePerson'] })],
      productSafety: { statements: ['S1'] },
    })
    expect(otherParts({ manufacturer: {}, repairScore: 7.9 }, ['manufacturer'])).toEqual({ repairScore: 7.9 })
  })
})

describe('a toy on eBay’s German site', () => {
  let eBay: Awaited<ReturnType<typeof ebayStage>>
  let settings: EbaySettings
  beforeAll(async () => {
    eBay = await ebayStage()
    settings = { ...eBay.stage.settings, marketplaceId: 'EBAY_DE' }
    const c = { ...eBay.stage.connection(), settings }
    const of = { name: 'German' }
    settings = {
      ...settings,
      paymentPolicyId: await make(c, 'paymentPolicyId', of),
      returnPolicyId: await make(c, 'returnPolicyId', of),
      fulfillmentPolicyId: await make(c, 'fulfillmentPolicyId', { ...of, costType: 'PICKUP', service: 'Pickup' }),
    }
  }, 60_000)
  afterAll(() => eBay?.sandbox.stop())

  const toy = (name: string, safety?: Safety, marketplaceId = 'EBAY_DE') => {
    const connection = { ...eBay.stage.connection(), settings: { ...settings, marketplaceId } }
    const listing = eBay.listing(name, {
      currency: 'EUR',
      fields: { ...eBay.fields({ ebayCategoryIds: toys }), aspects: eBay.fields().aspects },
      ...(safety && { safety }),
    })
    return { connection, listing }
  }
  const predicted = async (name: string, safety?: Safety) => {
    const { connection, listing } = toy(name, safety)
    const { errors } = ebay.check(listing, await ebay.facts?.(connection, listing), settings)
    return Object.keys(errors).filter((field) => field.startsWith('attributes.'))
  }
  const published = async (name: string, safety?: Safety) => {
    const { connection, listing } = toy(name, safety)
    const [outcome] = await ebay.listings.publish(connection, [listing])
    return outcome
  }

  it.each([
    ['without a manufacturer', undefined, 'attributes.Manufacturer'],
    ['of a manufacturer outside the EU', foreignMaker, 'attributes.EU responsible person'],
  ])('%s is rejected by the simulator as the check predicts', async (name, safety, field) => {
    const outcome = await published(`toy ${name}`, safety)
    expect(await predicted(`toy ${name}`, safety)).toEqual([field])
    expect(outcome?.ok === false && outcome.error.fields[field]).toMatch(/manufacturer|responsible person/)
  })
  it('with its operators is accepted, and eBay shows them', async () => {
    expect(await predicted('whole toy', represented)).toEqual([])
    expect(await published('whole toy', represented)).toMatchObject({ ok: true })
  })
})
