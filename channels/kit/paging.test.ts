import { expect, it } from 'vitest'
import { ChannelError } from '../channel.ts'
import { shrinking } from './paging.ts'

const tooMuch = () => new ChannelError('too_expensive', 'So much never runs.')

it('asks for less where so much never runs, and says so when even the least does not', async () => {
  const pages: number[] = []
  const upTo = (most: number) => async (size: number) => {
    pages.push(size)
    if (size > most) throw tooMuch()
    return size
  }
  expect(await shrinking([25, 10, 3], upTo(12))).toBe(10)
  expect(pages).toEqual([25, 10])
  await expect(shrinking([25, 10, 3], upTo(0))).rejects.toMatchObject({ kind: 'too_expensive' })
})

it('asks once where something else is wrong', async () => {
  let calls = 0
  const work = async () => {
    calls += 1
    throw new ChannelError('unavailable', 'No response.')
  }
  await expect(shrinking([25, 10], work)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(calls).toBe(1)
})
