import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTemplate } from '#contract/templates.ts'
import { keptNow, sendAgain, write } from './kept-writes.ts'

/** What the server was sent, and what it answers. */
let sent: { key: string | null; body: string }[] = []
let answer: () => Response
const reply = (status: number, body: object) => () => new Response(JSON.stringify(body), { status })
const line = { onLine: true }
const user = (clientId: number) =>
  `user=${encodeURIComponent(JSON.stringify({ id: 7, roleId: 2, clientIds: [1, 2], clientId }))}`

beforeEach(() => {
  sent = []
  line.onLine = true
  vi.stubGlobal('document', { cookie: user(1) })
  vi.stubGlobal('navigator', line)
  vi.stubGlobal('fetch', async (_url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    sent.push({ key: headers['idempotency-key'] ?? null, body })
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

const template = { productTemplate: { name: 'Mugs' } } as never
/** Saves without a network, and comes back to a server that refuses. */
async function refused() {
  line.onLine = false
  const saving = write(createTemplate, { body: template }).catch((error: unknown) => String(error))
  await expect.poll(() => keptNow()).toHaveLength(1)
  answer = reply(400, { success: false, message: 'No.', code: 'invalid_input' })
  line.onLine = true
  const [first] = keptNow()
  if (!first) throw new Error('nothing is kept')
  await sendAgain(first)
  void saving
  await expect.poll(() => keptNow()[0]?.state).toBe('refused')
  const [pending] = keptNow()
  if (!pending) throw new Error('nothing is kept')
  sent = []
  return pending
}

it('Try again pressed twice sends what was refused once', async () => {
  const refusedWrite = await refused()
  answer = reply(200, { success: true, data: { id: 1 }, message: '' })
  await Promise.all([sendAgain(refusedWrite), sendAgain(refusedWrite)])
  await expect.poll(() => keptNow()).toEqual([])
  expect(sent).toHaveLength(1)
})

it('what was saved in one organization waits while another is chosen', async () => {
  const refusedWrite = await refused()
  vi.stubGlobal('document', { cookie: user(2) })
  await sendAgain(refusedWrite)
  expect([sent, keptNow()]).toEqual([[], []])
})
