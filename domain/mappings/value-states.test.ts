import { describe, expect, it } from 'vitest'
import { isAllowed, judge, mostSevere } from './value-states.ts'

const rule = { name: 'Mount', required: false, strict: true, options: ['Nikon F', 'Nikon Z'] }
const mapping = { uuid: '00000000-0000-4000-8000-000000000001', name: 'Words' }
const mapValue = (_field: string, value: string) =>
  value === 'Z' ? { value: 'Nikon Z', mapping } : value === 'L' ? { value: 'Leica L', mapping } : undefined
const of = (value: string, more: Partial<typeof rule> = {}) =>
  judge({ ...rule, ...more }, value, { channel: 'eBay', mapValue })

describe('the state of a value', () => {
  it('MAP-161 is success when a mapping makes it an allowed one', () =>
    expect(of('Z')).toEqual({ state: 'success', sentence: 'Z becomes Nikon Z' }))
  it('MAP-162 MAP-166 MAP-167 is a warning when an optional field does not take it', () =>
    expect(of('Leica')).toEqual({ state: 'warning', sentence: 'eBay Mount: Leica is not an allowed value' }))
  it('MAP-163 MAP-165 MAP-167 is an error when a required field does not take it', () =>
    expect(of('Leica', { required: true })).toEqual({
      state: 'error',
      sentence: 'eBay Mount: Leica is not an allowed value for required field',
    }))
  it('MAP-163 is an error, too, when what a mapping makes is not allowed', () =>
    expect(of('L', { required: true })?.sentence).toContain('Leica L is not'))
  it.each([
    ['MAP-167 allowed as it is', 'Nikon F', {}],
    ['anything where the channel has no list', 'Leica', { options: [] }],
    ['anything where the list only suggests', 'Leica', { strict: false }],
    ['not known before its reference is resolved', '{{Mount}}', {}],
  ])('is none when it is %s', (_title, value, more) => expect(of(value, more)).toBeUndefined())
  it('is allowed in another case only where the channel reads it so', () =>
    expect([isAllowed(rule, 'nikon f'), isAllowed({ ...rule, anyCase: true }, 'nikon f')]).toEqual([false, true]))
  it('MAP-164 of several, the most severe is shown', () => {
    const required = { required: true }
    expect(mostSevere([of('Z'), of('x'), of('y', required), of('z', required)])?.sentence).toContain('y is not')
    expect(mostSevere([undefined, of('Z'), of('x')])?.state).toBe('warning')
    expect(mostSevere([undefined])).toBeUndefined()
  })
})
