import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startTogether, startWhole } from './whole.ts'

it('what started is stopped where a later part does not start, the newest first, also what started beside it', async () => {
  const running: string[] = []
  const stopped: string[] = []
  const start = startWhole(async (stopBy) => {
    const part = async (name: string, turns = 0) => {
      for (let turn = 0; turn < turns; turn += 1) await setImmediate()
      running.push(name)
      stopBy(() => stopped.push(name))
    }
    await part('database')
    await startTogether([() => part('slow', 5), () => Promise.reject(new Error('The port is taken.'))])
    return {}
  })
  await expect(start).rejects.toThrow('The port is taken.')
  expect([running, stopped]).toEqual([
    ['database', 'slow'],
    ['slow', 'database'],
  ])
})

it('what started whole is stopped once, the newest first', async () => {
  const stopped: string[] = []
  const whole = await startWhole(async (stopBy) => {
    for (const name of ['database', 'api']) stopBy(() => stopped.push(name))
    return { port: 1 }
  })
  await whole.stop()
  await whole.stop()
  expect([whole.port, stopped]).toEqual([1, ['api', 'database']])
})
