import { describe, expect, it } from 'vitest'
import { ChannelError, type Outcome } from '../channel.ts'
import { chunks, each, ok, refused } from './batch.ts'

const kinds = (outcomes: Outcome<unknown>[]) => outcomes.map((o) => (o.ok ? 'ok' : o.error.kind))

describe('each', () => {
  it('answers in order, and a refusal of one leaves the others', async () => {
    const outcomes = await each([3, 1, 2], 3, async (n) =>
      n === 1 ? refused(new ChannelError('invalid', 'no')) : ok(n * 10),
    )
    expect(outcomes.map((o) => (o.ok ? o.value : o.error.message))).toEqual([30, 'no', 20])
  })
  it('begins nothing more once the account is refused, and keeps what was done', async () => {
    const begun: number[] = []
    const outcomes = await each([1, 2, 3, 4], 1, async (n) => {
      begun.push(n)
      if (n === 2) throw new ChannelError('rate_limited', 'wait', { retryAfterSeconds: 7 })
      return ok(n)
    })
    expect(begun).toEqual([1, 2])
    expect(kinds(outcomes)).toEqual(['ok', 'rate_limited', 'rate_limited', 'rate_limited'])
  })
  it('throws when nothing was done for anyone', async () => {
    const work = each([1, 2], 2, async () => {
      throw new ChannelError('unauthorized', 'who?')
    })
    await expect(work).rejects.toMatchObject({ kind: 'unauthorized' })
  })
  it('does not throw for an empty batch, nor hide a mistake of ours', async () => {
    expect(await each([], 3, async () => ok(1))).toEqual([])
    const work = each([1], 1, async () => {
      throw new TypeError('ours')
    })
    await expect(work).rejects.toThrow(TypeError)
  })
})

describe('chunks', () => {
  it('cuts a list', () => expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]))
})
