import { describe, expect, it } from 'vitest'
import { ebayError, errorOfAnswer, offerAlreadyThere } from './errors.ts'
import { EbayProblem } from './wire.ts'

const problem = (
  errorId: number,
  message: string,
  parameters: { name: string; value: string }[] = [],
  longMessage?: string,
) => EbayProblem.parse({ errorId, message, parameters, ...(longMessage && { longMessage }) })

describe('what eBay answers is named', () => {
  it.each([
    [401, 1001, 'unauthorized'],
    [403, 1100, 'forbidden'],
    [500, 25001, 'unavailable'],
    [500, 25025, 'conflict'],
    [404, 25713, 'not_found'],
    [400, 25713, 'not_found'],
    [400, 25702, 'not_found'],
    [400, 32100, 'not_found'],
    [400, 25007, 'invalid'],
  ] as const)('%i %i is %s', (status, errorId, kind) => {
    expect(ebayError(status, [problem(errorId, 'x')])).toMatchObject({ kind, code: String(errorId) })
  })
  it('a listing that was changed too often is that listing’s quota, which holds up no other', () => {
    const message =
      'Cannot revise the listing. The listing 110 was revised 250 times today. It can be revised again tomorrow.'
    for (const id of [25002, 25019])
      expect(ebayError(400, [problem(id, 'x', [], message)])).toMatchObject({ kind: 'quota', scope: 'listing' })
    expect(ebayError(400, [problem(25019, 'Cannot revise the listing.')])).toMatchObject({ kind: 'invalid' })
  })
  it.each([
    [25002, 'A user error has occurred. You are not allowed to revise ended listings.'],
    [25019, 'Cannot revise the listing. The listing has ended.'],
  ])('%i that says so is a listing that has ended: it is not tried again for ever', (id, message) => {
    expect(ebayError(400, [problem(id, message)])).toMatchObject({ kind: 'ended', code: String(id) })
    expect(ebayError(400, [problem(id, 'Your listing cannot be changed because of its price.')])).toMatchObject({
      kind: 'invalid',
    })
  })
  it.each([
    [undefined, 'quota', 'app'],
    [7200, 'quota', 'app'],
    [30, 'rate_limited', 'account'],
  ] as const)('2001 with %s seconds to wait is %s', (retryAfterSeconds, kind, scope) => {
    const more = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
    expect(ebayError(429, [problem(2001, 'x')], more)).toMatchObject({ kind, scope, code: '2001' })
  })
  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [503, 'unavailable'],
    [302, 'unavailable'],
    [400, 'invalid'],
  ] as const)('%i without a code is %s', (status, kind) => expect(ebayError(status, []).kind).toBe(kind))

  it.each([
    [25007, 'fulfillmentPolicyId'],
    [25008, 'paymentPolicyId'],
    [25009, 'returnPolicyId'],
    [25012, 'locationId'],
    [25014, 'images'],
    [25015, 'images'],
    [25020, 'sizeAndWeight'],
    [25003, 'price'],
    [25004, 'quantity'],
    [25005, 'ebayCategoryIds'],
    [25021, 'condition'],
    [25707, 'sku'],
  ])("%i speaks of %s, in eBay's words", (errorId, field) => {
    expect(ebayError(400, [problem(errorId, 'Their sentence.')]).fields).toEqual({ [field]: 'Their sentence.' })
  })

  it.each([
    [25018, 'Complete your seller registration and add a bank account for payouts in eBay’s Seller Hub.'],
    [
      25026,
      'You’ve reached eBay’s selling limit for this month. Request a higher limit in Seller Hub, or list fewer units.',
    ],
  ])('%i is about the account, not the listing, and says what to do there', (errorId, remedy) => {
    const sentence = `Their sentence. ${remedy}`
    const { kind, message, fields } = ebayError(400, [
      problem(errorId, 'Their sentence.'),
      problem(25003, 'Too cheap.'),
    ])
    expect({ kind, message, fields }).toEqual({
      kind: 'invalid',
      message: `${sentence} Too cheap.`,
      fields: { account: sentence, price: 'Too cheap.' },
    })
  })
  it('a missing item specific is found in the sentence or in the parameters', () => {
    const sentence =
      'A user error has occurred. The item specific Size Type is missing. Add Size Type to this listing, enter a valid value, and then try again.'
    expect(ebayError(400, [problem(25002, sentence)]).fields).toEqual({ 'aspects.Size Type': sentence })
    expect(
      ebayError(400, [problem(25002, 'Wrong value.', [{ name: '0', value: 'Color' }])], { aspects: ['Color'] }).fields,
    ).toEqual({ 'aspects.Color': 'Wrong value.' })
    expect(
      ebayError(400, [problem(25002, 'The value Wood of the item specific Material (US) is bad.')], {
        aspects: ['Material (US)', 'Mat'],
      }).fields,
    ).toHaveProperty('aspects.Material (US)')
  })
  it.each([
    'A user error has occurred. The ISBN field is missing. Please add ISBN to the listing and try again.',
    'The item specific EAN is missing. Add EAN to this listing, enter a valid value, and then try again.',
  ])(
    'a barcode that a category asks for is missing at its field, with what to write where there is none: %s',
    (message) => {
      const sentence = `${message} Enter the product’s barcode. If there’s none, enter “Does not apply”.`
      expect(ebayError(400, [problem(25002, message)], { aspects: ['EAN'] })).toMatchObject({
        message: sentence,
        fields: { barcode: sentence },
      })
    },
  )
  it.each(['upc', 'ean', 'isbn'])('what is wrong with %s is wrong with the barcode', (field) => {
    expect(ebayError(400, [problem(25709, 'Bad.', [{ name: 'field', value: `product.${field}` }])]).fields).toEqual({
      barcode: 'Bad.',
    })
  })
  it('a named field is ours where we have it, and several problems stay apart', () => {
    const error = ebayError(400, [
      problem(25709, 'Bad title.', [{ name: 'field', value: 'product.title' }]),
      problem(25008, 'No policy.'),
      problem(25002, 'Blocked.'),
    ])
    expect(error.fields).toEqual({ title: 'Bad title.', paymentPolicyId: 'No policy.' })
    expect(error.message).toBe('Bad title. No policy. Blocked.')
  })
  it('keeps the longer sentence, Retry-After, and whether it may have been done', () => {
    const answer = (status: number, headers = {}) => ({
      status,
      headers,
      body: { errors: [{ errorId: 25001, message: 'short', longMessage: 'longer' }] },
    })
    expect(errorOfAnswer(answer(500), true)).toMatchObject({ message: 'longer', maybeDone: true })
    expect(errorOfAnswer(answer(500), false).maybeDone).toBe(false)
    expect(errorOfAnswer({ status: 429, headers: { 'retry-after': '30' }, body: '' }, true)).toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 30,
      maybeDone: false,
    })
  })
  it('finds the offer that stands already', () => {
    const body = {
      errors: [
        {
          errorId: 25002,
          message: 'Offer entity already exists.',
          parameters: [{ name: 'offerId', value: '8209815010' }],
        },
      ],
    }
    expect(offerAlreadyThere({ status: 400, headers: {}, body })).toBe('8209815010')
    expect(
      offerAlreadyThere({ status: 400, headers: {}, body: { errors: [{ errorId: 25003, message: '' }] } }),
    ).toBeUndefined()
    expect(offerAlreadyThere({ status: 502, headers: {}, body: '<html>' })).toBeUndefined()
  })
})
