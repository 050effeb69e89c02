import { describe, expect, it } from 'vitest'
import { ApiError, messageOf, pathOf, queryOf, unwrap } from './call.ts'

const failure = (status: number, body: unknown) => {
  try {
    unwrap(status, body)
  } catch (error) {
    return error as ApiError
  }
  throw new Error('it did not fail')
}

describe('addresses', () => {
  it('fills the braces of a path and escapes what is put there', () => {
    expect(pathOf('/products/{id}/sku/{sku}', { id: 7, sku: 'A/1 +' })).toBe('/products/7/sku/A%2F1%20%2B')
  })
  it('joins a list with a literal + and keeps a + inside a value', () => {
    expect(queryOf({ skus: ['A 1', 'B+2'], search: 'C++', offset: 0 })).toBe(
      '?skus=A%201+B%2B2&search=C%2B%2B&offset=0',
    )
  })
  it('leaves out what is blank', () => {
    expect(queryOf({ a: undefined, b: '', c: null, d: [] })).toBe('')
  })
})

describe('answers', () => {
  it('NAV-123 an answer is its data', () => {
    expect(unwrap(200, { success: true, data: { id: 3 }, message: 'Updated.' })).toEqual({ id: 3 })
  })
  it('NAV-124 a body with success:false speaks for itself, with its code and its fields', () => {
    const error = failure(409, {
      success: false,
      data: null,
      message: 'Taken.',
      code: 'sku_taken',
      fields: { 'product.sku': 'Taken.' },
    })
    expect([error.status, error.message, error.code, error.fields]).toEqual([
      409,
      'Taken.',
      'sku_taken',
      { 'product.sku': 'Taken.' },
    ])
  })
  it('NAV-125 a body without success gives its message', () => {
    expect(failure(502, { message: 'Bad gateway' }).message).toBe('Bad gateway')
  })
  it('NAV-126 an error with neither is "Request failed."', () => {
    expect(failure(500, null).message).toBe('Request failed.')
    expect(failure(500, '<html>').message).toBe('Request failed.')
  })
  it('NAV-133 what has no words of its own is an unknown error', () => {
    expect([messageOf('?'), messageOf(new Error('')), messageOf(new Error('Full.'))]).toEqual([
      'Unknown error.',
      'Unknown error.',
      'Full.',
    ])
  })
  it('NAV-130, NAV-134 an envelope without a message says "Error"', () => {
    expect(failure(500, { success: false, data: null, message: '' }).message).toBe('Error')
  })
})
