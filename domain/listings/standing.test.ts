import { describe, expect, it } from 'vitest'
import { answerOf, answerWords, fieldsInRed, listingState, verdictOf } from './standing.ts'

const clean = { errors: {}, warnings: {} }
const lacking = { errors: { title: 'Title is required.' }, warnings: {} }
const refusal = {
  status: 'rejected' as const,
  fields: { 'aspects.Mount': 'Add Mount.' },
  saidBy: 'channel' as const,
  changed: false,
}
const rejection = { ...refusal, fields: {}, there: { externalId: '1', url: '' } }
const stop = { ...refusal, fields: { title: 'Title is required.' }, saidBy: 'motto' as const }

describe('what the last answer still means', () => {
  it.each([
    ['nothing was said', null, {}, 'none'],
    ['it was done', { ...refusal, status: 'fulfilled' as const }, { check: clean }, 'done'],
    ['it waits', { ...refusal, status: 'queued' as const }, { edited: true }, 'waiting'],
    ['the channel refused it, whatever our checks say', refusal, { check: clean }, 'refused'],
    ['it was changed since', { ...refusal, changed: true }, { check: clean }, 'changed'],
    ['its SKU is there already', rejection, { check: clean, edited: true }, 'there'],
    ['its SKU was there already, and is another now', { ...rejection, changed: true }, { check: clean }, 'changed'],
    ['it is being changed', refusal, { check: clean, edited: true }, 'changed'],
    ['our checks stopped it, and do so still', stop, { check: lacking }, 'stopped'],
    [
      'our checks stopped it, and stop what it was changed to',
      { ...stop, changed: true },
      { check: lacking },
      'stopped',
    ],
    ['our checks stopped it, and would let it pass now', stop, { check: clean }, 'changed'],
    ['our checks stopped it, and are not done yet', stop, {}, 'stopped'],
    ['a mistake of ours stopped it: no check would have', { ...stop, fields: {} }, { check: clean }, 'stopped'],
  ] as const)('LST-079 %s', (_, rejected, now, answer) => expect(answerOf(rejected, now)).toBe(answer))
})

describe('a field', () => {
  it('LST-081 is red by what our checks find now, and by what the channel refused and nobody changed', () => {
    expect(fieldsInRed(refusal, clean)).toEqual({ 'aspects.Mount': 'Add Mount.' })
    expect(fieldsInRed(refusal, lacking)).toEqual({ title: 'Title is required.', 'aspects.Mount': 'Add Mount.' })
    expect(fieldsInRed(refusal, undefined)).toEqual({ 'aspects.Mount': 'Add Mount.' })
  })
  it('is not red any more once it is mended', () => {
    expect(fieldsInRed({ ...refusal, changed: true }, clean)).toEqual({})
    expect(fieldsInRed(stop, clean)).toEqual({})
    expect(fieldsInRed(stop, undefined)).toEqual({ title: 'Title is required.' })
    expect(fieldsInRed(null, undefined)).toEqual({})
  })
})

describe('a listing', () => {
  const listing = { status: 'listed' as const, pending: null, result: null }
  it.each([
    ['off', undefined],
    ['off', { ...listing, status: 'draft' as const }],
    ['live', listing],
    ['unlisted', { ...listing, status: 'unlisted' as const }],
    ['refused', { ...listing, result: refusal }],
    ['there', { ...listing, status: 'error' as const, result: rejection }],
    ['stopped', { ...listing, status: 'error' as const, result: stop }],
    ['changed', { ...listing, result: { ...refusal, changed: true } }],
    ['sending', { ...listing, pending: 'revise', result: refusal }],
    ['refused', { ...listing, pending: 'quantity', result: refusal }],
    ['sending', { ...listing, pending: 'quantity' }],
    ['queued', { ...listing, pending: 'quantity', waits: { for: 'sales' } }],
    ['queued', { ...listing, pending: 'publish', waits: { for: 'sales' } }],
    ['queued', { ...listing, pending: 'publish', result: { ...refusal, status: 'queued' as const } }],
    ['failed', { ...listing, status: 'error' as const }],
  ])('is %s for %j', (state, input) => expect(listingState(input)).toBe(state))
})

describe('the words', () => {
  it('say who refused; the channel is never named for what our own checks stopped', () => {
    expect(answerWords('refused', 'eBay')).toBe('Rejected by eBay')
    expect(answerWords('there', 'eBay')).toBe('Already on eBay')
    expect(answerWords('stopped', 'eBay', 'motto')).toBe('Not sent to eBay')
    expect(answerWords('changed', 'eBay')).toBe('Changed since eBay rejected it')
    expect(answerWords('changed', 'eBay', 'motto')).not.toContain('eBay')
  })
  it('never say that all is well beside a refusal that still counts', () => {
    expect(verdictOf(clean, 'refused', 'eBay')).toMatchObject({
      tone: 'neutral',
      title: 'No other problems found',
    })
    expect(verdictOf(clean, 'changed', 'eBay')?.title).toBe('Motto’s check finds no problems now')
    expect(verdictOf(clean, 'none', 'eBay')?.title).toBe('All checks passed')
    expect(verdictOf({ ...clean, warnings: { images: 'Add more.' } }, 'done', 'eBay')?.title).toBe(
      'All required fields are complete',
    )
    expect(verdictOf(lacking, 'refused', 'eBay')).toBeUndefined()
  })
})
