import { beforeEach, describe, expect, it } from 'vitest'
import { hookPlaces, type Place } from './hook-places.ts'

let places: ReturnType<typeof hookPlaces>
let cut: string[]
beforeEach(() => {
  places = hookPlaces()
  cut = []
})
const enter = (address: string, o: { channel?: string; isKnown?: boolean } = {}) =>
  places.enter({ channel: 'square', address, ...o }, () => cut.push(address))
const arrive = (place: Place | undefined) => (place?.arrived(), place)
const prove = (address: string) => {
  const place = arrive(enter(address))
  place?.proved()
  place?.leave()
}

describe('the places for calls of a channel', () => {
  it('are taken by a newcomer from the oldest call of the same address whose body has not arrived', () => {
    for (let n = 0; n < 5; n += 1) expect(enter('stranger')).toBeDefined()
    expect(cut).toEqual(['stranger', 'stranger', 'stranger'])
  })
  it('never go to slow strangers alone, from however many addresses they come', () => {
    for (let n = 0; n < 20; n += 1) enter(`stranger ${n}`)
    expect(cut).toEqual(Array.from({ length: 12 }, (_, n) => `stranger ${n}`))
    expect(enter('the channel')).toBeDefined()
  })
  it('are refused to a stranger while those of all strangers are busy with calls that have arrived', () => {
    const busy = Array.from({ length: 8 }, (_, n) => arrive(enter(`stranger ${n}`)))
    expect(enter('one more')).toBeUndefined()
    busy[0]?.leave()
    expect(enter('one more')).toBeDefined()
    expect(cut).toEqual([])
  })
  it('are kept for an address that proved to be the channel’s', () => {
    prove('the channel')
    for (let n = 0; n < 8; n += 1) arrive(enter(`stranger ${n}`))
    const calls = Array.from({ length: 9 }, () => arrive(enter('the channel')))
    expect(calls.map(Boolean)).toEqual([...Array<boolean>(8).fill(true), false])
  })
  it('are kept for an account whose own address is called', () => {
    for (let n = 0; n < 8; n += 1) arrive(enter(`stranger ${n}`))
    expect(enter('/1/key', { isKnown: true })).toBeDefined()
  })
  it('are counted per channel', () => {
    for (let n = 0; n < 8; n += 1) arrive(enter(`stranger ${n}`))
    expect(enter('one more', { channel: 'clover' })).toBeDefined()
  })
  it('number 32 for one channel, so that not even known callers fill the memory', () => {
    const calls = Array.from({ length: 40 }, (_, n) => arrive(enter(`/${n}/key`, { isKnown: true })))
    expect(calls.filter(Boolean)).toHaveLength(32)
  })
  it('are forgotten for the address that proved itself longest ago, beyond a thousand', () => {
    prove('first')
    for (let n = 0; n < 1000; n += 1) prove(`other ${n}`)
    const calls = Array.from({ length: 3 }, () => arrive(enter('first')))
    expect(calls.map(Boolean)).toEqual([true, true, false])
  })
})
