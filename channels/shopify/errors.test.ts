import { describe, expect, it } from 'vitest'
import { requestError, statusError, userError } from './errors.ts'

const answer = (status: number, headers = {}) => ({ status, headers, body: '' })

describe('what Shopify answers is named', () => {
  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [402, 'unavailable'],
    [423, 'unavailable'],
    [429, 'rate_limited'],
    [400, 'invalid'],
    [503, 'unavailable'],
  ] as const)('%i is %s', (status, kind) =>
    expect(statusError(answer(status), undefined, true)).toMatchObject({ kind, maybeDone: status === 503 }),
  )
  it('waits as Retry-After says', () =>
    expect(statusError(answer(429, { 'retry-after': '4' }), undefined, false).retryAfterSeconds).toBe(4))

  it('a throttled request waits until the bucket holds its points', () => {
    const body = {
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: {
        cost: {
          requestedQueryCost: 250,
          throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 30, restoreRate: 100 },
        },
      },
    }
    expect(requestError(body, true)).toMatchObject({
      kind: 'rate_limited',
      code: 'THROTTLED',
      retryAfterSeconds: 3,
      maybeDone: false,
    })
  })
  it.each([
    ['ACCESS_DENIED', 'forbidden', false],
    ['INTERNAL_SERVER_ERROR', 'unavailable', true],
    ['MAX_COST_EXCEEDED', 'too_expensive', false],
  ] as const)('%s is %s', (code, kind, maybeDone) => {
    expect(requestError({ errors: [{ message: 'x', extensions: { code } }] }, true)).toMatchObject({ kind, maybeDone })
  })

  it.each([
    ['PRODUCT_DOES_NOT_EXIST', ['input'], 'not_found', []],
    ['CHANGE_FROM_QUANTITY_STALE', ['input', 'quantities', '0'], 'conflict', []],
    ['HANDLE_NOT_UNIQUE', ['input', 'handle'], 'invalid', ['title']],
    ['INVALID_VARIANT', ['input', 'variants', '0', 'price'], 'invalid', ['price']],
    ['VARIANTS_OVER_LIMIT', null, 'invalid', ['variations']],
    [null, ['input', 'descriptionHtml'], 'invalid', ['description']],
    [null, ['input', 'files', '2', 'originalSource'], 'invalid', ['images']],
  ] as const)('%s at %j is %s', (code, field, kind, fields) => {
    const error = userError([{ code, field: field && [...field], message: 'Their sentence' }])
    expect(error.kind).toBe(kind)
    expect(error.fields).toEqual(Object.fromEntries(fields.map((name) => [name, 'Their sentence'])))
  })
  it('a sentence alone tells that something is gone', () => {
    expect(userError([{ field: ['id'], message: 'Product does not exist' }]).kind).toBe('not_found')
  })
  it.each([
    [['input', 'collections', '0'], 'Collection does not exist', 'collectionIds'],
    [['input', '0', 'publicationId'], 'Publication does not exist or is not publishable', 'account'],
  ])('what it points at at %j is gone: that is not the listing', (field, message, ours) => {
    expect(userError([{ code: 'INVALID_INPUT', field, message }])).toMatchObject({
      kind: 'invalid',
      fields: { [ours]: message },
    })
  })
})
