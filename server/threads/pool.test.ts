import { afterEach, describe, expect, it } from 'vitest'
import { work as sampleWork } from '../testing/threads/sample-work.ts'
import { ThreadPool } from './pool.ts'

/** Long enough for any machine: what ends, ends because of its result. */
const PATIENT_MS = 600_000

let pool: ThreadPool
const open = (o: { threads?: number; deadlineMs?: number } = {}) =>
  (pool = new ThreadPool({ threads: 2, deadlineMs: PATIENT_MS, ...o }))
afterEach(() => pool.close())

describe('The pool of threads', () => {
  it('answers each item of a batch with what its work makes of it', async () => {
    const batch = open().batch(1, sampleWork, 41)
    expect(await Promise.all([batch.run('add'), batch.run('add')])).toEqual([{ result: 42 }, { result: 42 }])
    expect(pool.threads).toBe(1)
  })

  it('ends an item that passes its deadline, says where it was, and goes on with the rest of its batch', async () => {
    const batch = open({ deadlineMs: 1000 }).batch(1, sampleWork, 1)
    expect(await Promise.all([batch.run('loop'), batch.run('add')])).toEqual([
      { ended: 'late', at: { rule: 'Rule loop' } },
      { result: 2 },
    ])
  })

  it('replaces a thread that exits or runs out of memory, and the rest of the batch goes on', async () => {
    const batch = open().batch(1, sampleWork, 1)
    expect(await Promise.all([batch.run('exit'), batch.run('add'), batch.run('fill'), batch.run('add')])).toEqual([
      { ended: 'crashed', at: { rule: 'Rule exit' } },
      { result: 2 },
      { ended: 'crashed', at: { rule: 'Rule fill' } },
      { result: 2 },
    ])
  })

  it('passes on what the work throws, and keeps the thread', async () => {
    const batch = open().batch(1, sampleWork, 1)
    await expect(batch.run('throw')).rejects.toThrow('No such sample')
    expect(await batch.run('add')).toEqual({ result: 2 })
    expect(pool.threads).toBe(1)
  })

  it('leaves a thread to other organizations, however much one asks for', async () => {
    const own = open().batch(1, sampleWork, 1)
    const endless = Array.from({ length: 10 }, () => own.run('loop'))
    expect(await pool.batch(2, sampleWork, 5).run('add')).toEqual({ result: 6 })
    expect(await pool.batch(3, sampleWork, 6).run('add')).toEqual({ result: 7 })
    const stopped = Promise.allSettled(endless)
    await pool.close()
    expect((await stopped).map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
  })

  it('takes turns among organizations that wait', async () => {
    open({ threads: 1 })
    const order: number[] = []
    const ask = async (organizationId: number) => {
      await pool.batch(organizationId, sampleWork, 1).run('add')
      order.push(organizationId)
    }
    await Promise.all([ask(1), ask(1), ask(1), ask(2), ask(3)])
    expect(order).toEqual([1, 1, 2, 3, 1])
  })

  it('ends its threads when it is closed, also one in an endless loop, and rejects what waits', async () => {
    const batch = open().batch(1, sampleWork, 1)
    await batch.run('add')
    const looping = Promise.allSettled([batch.run('loop'), batch.run('add')])
    await pool.close()
    expect((await looping).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(pool.threads).toBe(0)
  })
})
