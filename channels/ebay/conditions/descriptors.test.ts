import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ebayStage } from '../../testing/ebay-stage.ts'
import { ebay } from '../index.ts'
import { ebayLookups } from '../lookups.ts'
import { categoryRules } from '../listings/category-rules.ts'
import { InventoryItem } from '../wire.ts'
import { get, itemPath } from '../calls.ts'

/** Trading Card Singles. */
const cards = '183050'
let eBay: Awaited<ReturnType<typeof ebayStage>>
beforeAll(async () => {
  eBay = await ebayStage()
}, 60_000)
afterAll(() => eBay?.sandbox.stop())

/** A card with these item specifics. */
async function card(name: string, condition: string, attributes: Record<string, string>) {
  const c = eBay.stage.connection()
  const required = (await ebayLookups.aspects(c, { categoryId: cards })).filter(
    (a) => a.aspectConstraint.aspectRequired,
  )
  const values = {
    ...Object.fromEntries(required.map((a) => [a.localizedAspectName, a.aspectValues[0]?.localizedValue ?? 'Plain'])),
    ...attributes,
  }
  const aspects = Object.entries(values).map(([aspectName, value]) => ({ aspectName, value }))
  return eBay.listing(name, { condition, fields: eBay.fields({ ebayCategoryIds: cards, aspects }) })
}
type Card = Awaited<ReturnType<typeof card>>
const predicted = async (listing: Card) =>
  Object.keys(ebay.check(listing, await ebay.facts?.(eBay.stage.connection(), listing), eBay.stage.settings).errors)
const published = async (listing: Card) => (await ebay.listings.publish(eBay.stage.connection(), [listing]))[0]

const graded = { 'Professional Grader': 'Professional Sports Authenticator (PSA)', Grade: '9.5' }

describe('condition descriptors', () => {
  it.each<[string, string, Record<string, string>, string[]]>([
    [
      'a graded card without its grade',
      'Graded',
      { 'Professional Grader': graded['Professional Grader'] },
      ['aspects.Grade'],
    ],
    [
      'a graded card of an unknown grader',
      'Graded',
      { ...graded, 'Professional Grader': 'Me' },
      ['aspects.Professional Grader'],
    ],
    ['a graded card', 'Graded', graded, []],
    ['a graded card with its number', 'Graded', { ...graded, 'Certification Number': '12345678' }, []],
    ['an ungraded card that says nothing of its condition', 'Ungraded', {}, ['aspects.Card Condition']],
    ['an ungraded card', 'Ungraded', { 'Card Condition': 'Very Good' }, []],
  ])('%s is judged as the simulator judges it', async (name, condition, attributes, errors) => {
    const listing = await card(name.replaceAll(' ', '-').slice(0, 50), condition, attributes)
    expect(await predicted(listing)).toEqual(errors)
    expect((await published(listing))?.ok).toBe(errors.length === 0)
  })
  it('a text that is too long is named before eBay sees it', async () => {
    const listing = await card('long', 'Graded', { ...graded, 'Certification Number': '1'.repeat(31) })
    expect(await predicted(listing)).toEqual(['aspects.Certification Number'])
  })
  it('ids are sent, and those that somebody else wrote stay through a revision that says nothing of them', async () => {
    const listing = await card('kept', 'Graded', { ...graded, 'Certification Number': '12345678' })
    const outcome = await published(listing)
    const sent = [
      { name: '27501', values: ['275010'] },
      { name: '27502', values: ['275021'] },
      { name: '27503', additionalInfo: '12345678' },
    ]
    const read = async () =>
      (await get(eBay.stage.connection(), InventoryItem, itemPath('kept')))['conditionDescriptors']
    expect(await read()).toEqual(sent)
    const silent = { ...(await card('kept', 'Graded', {})), external: outcome?.ok ? outcome.value : null }
    await ebay.listings.revise(eBay.stage.connection(), [silent])
    expect(await read()).toEqual(sent)
  })
  it('the forms offer them, and the nightly read knows which are required', async () => {
    const names = (await ebayLookups.aspects(eBay.stage.connection(), { categoryId: cards })).map(
      (a) => a.localizedAspectName,
    )
    expect(names).toEqual(
      expect.arrayContaining(['Professional Grader', 'Grade', 'Certification Number', 'Card Condition']),
    )
    const facts = await ebay.facts?.(eBay.stage.connection(), await card('any', 'Graded', graded))
    expect(categoryRules(facts)?.descriptors).toEqual(['Professional Grader', 'Grade', 'Card Condition'])
  })
})
