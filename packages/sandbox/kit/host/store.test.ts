import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { openStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the store', () => {
  it('is for its owner alone', () => {
    const path = join(folder, 'private.sqlite')
    openStore(path).close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('keeps what was put, by channel and kind, in the order of first being put', () => {
    const file = openStore(':memory:')
    const [ebay, shopify] = [file.channel('ebay'), file.channel('shopify')]
    ebay.put('item', 'b', { n: 1 })
    ebay.put('item', 'a', { n: 2 })
    ebay.put('item', 'b', { n: 3 })
    expect(ebay.list('item')).toEqual([{ n: 3 }, { n: 2 }])
    expect(ebay.get('item', 'a')).toEqual({ n: 2 })
    expect(ebay.get('offer', 'a')).toBeUndefined()
    expect(shopify.list('item')).toEqual([])
    ebay.delete('item', 'b')
    expect(ebay.list('item')).toEqual([{ n: 2 }])
    file.close()
  })

  it('does not follow later changes of what was put', () => {
    const store = openStore(':memory:').channel('ebay')
    const value = { tags: ['a'] }
    store.put('item', '1', value)
    value.tags.push('b')
    expect(store.get('item', '1')).toEqual({ tags: ['a'] })
  })

  it('never gives a number twice, not even after clear', () => {
    const store = openStore(':memory:').channel('ebay')
    expect([store.nextNumber('order'), store.nextNumber('order'), store.nextNumber('offer')]).toEqual([1, 2, 1])
    store.clear()
    expect(store.nextNumber('order')).toBe(3)
  })

  it('keeps all of several changes, or none', () => {
    const store = openStore(':memory:').channel('ebay')
    store.put('item', '1', { n: 1 })
    expect(() =>
      store.together(() => {
        store.put('item', '1', { n: 2 })
        store.put('item', '2', { n: 2 })
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(store.list('item')).toEqual([{ n: 1 }])
  })

  it('clears single kinds', () => {
    const store = openStore(':memory:').channel('ebay')
    store.put('item', '1', 1)
    store.put('token', '1', 1)
    store.clear(['item'])
    expect([store.list('item'), store.list('token')]).toEqual([[], [1]])
  })

  it('has everything that was put when the process is killed with -9', async () => {
    const path = join(folder, 'killed.sqlite')
    const script = `
      import { openStore } from ${JSON.stringify(new URL('./store.ts', import.meta.url).href)}
      const store = openStore(${JSON.stringify(path)}).channel('ebay')
      // Bounded, and the loop lets go after each, so that what is said is also heard.
      for (let n = 1; n <= 100_000; n++) {
        store.put('order', String(n), { n })
        store.nextNumber('order')
        await new Promise((written) => process.stdout.write(n + '\\n', written))
      }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let acknowledged = 0
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged = Number(line)
        if (acknowledged >= 200 && !child.killed) child.kill('SIGKILL')
      }
    } finally {
      child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const file = openStore(path)
    const orders = file.channel('ebay').list<{ n: number }>('order')
    expect(acknowledged).toBeGreaterThanOrEqual(200)
    expect(orders.length).toBeGreaterThanOrEqual(acknowledged)
    expect(orders.slice(0, acknowledged).map(({ n }) => n)).toEqual(
      Array.from({ length: acknowledged }, (_, index) => index + 1),
    )
    expect(file.channel('ebay').nextNumber('order')).toBeGreaterThan(acknowledged)
    file.close()
  })
})
