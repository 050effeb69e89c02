import { describe, expect, it } from 'vitest'
import { daysServed, needsUpdate, updateAdvice } from './api-version.ts'

const api = { version: '2026-07', servedUntil: '2027-07-16' }
const at = (time: string) => new Date(time)

describe('the end of an API version', () => {
  it('counts its last day in full', () => {
    expect(daysServed(api, at('2027-07-15T12:00:00Z'))).toBe(2)
    expect(daysServed(api, at('2027-07-16T23:59:59Z'))).toBe(1)
    expect(daysServed(api, at('2027-07-17T00:00:00Z'))).toBe(0)
    expect(daysServed({ version: 'v3' }, at('2027-07-17T00:00:00Z'))).toBeUndefined()
  })

  it('asks for an update 60 days before, and not earlier', () => {
    expect(updateAdvice('Shopify', api, at('2027-05-17T23:59:59Z'))).toBe('')
    expect(updateAdvice('Shopify', api, at('2027-05-18T00:00:00Z'))).toBe(
      'Shopify supports version 2026-07 of its API, which Motto uses, until July 16, 2027. Update Motto before then.',
    )
  })

  it('warns of failures once it has come', () => {
    expect(updateAdvice('Shopify', api, at('2027-07-17T00:00:00Z'))).toBe(
      'Shopify stopped supporting version 2026-07 of its API on July 16, 2027, and Motto still uses it. Listings and orders can fail without an error. Update Motto now.',
    )
  })

  it('never comes for a version without an announced end', () => {
    expect(needsUpdate({ version: 'v3' }, at('2099-01-01T00:00:00Z'))).toBe(false)
    expect(updateAdvice('Clover', { version: 'v3' }, at('2099-01-01T00:00:00Z'))).toBe('')
  })
})
