// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { createView, type ViewConfig } from '#contract/views.ts'
import { pausesMs } from '#web/requests/unsettled.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { answer, away, press, refusal, says, show, theOne, type, until } from '#web/testing/screen.tsx'
import { CreateView } from './create-view.tsx'

const clock = handClock()
afterEach(() => away())

const now: ViewConfig = {
  version: 1,
  page: 'products',
  type: 'table',
  columns: ['sku'],
  widths: {},
  filters: { minPrice: '40' },
}
/** Opens the form, types a name, and sends it to a server with this answer. */
async function save(reply: Parameters<typeof answer<typeof createView>>[1]) {
  const screen = show(<CreateView views={{ now, settle: () => undefined }} onDone={() => undefined} />, {
    answers: [answer(createView, reply)],
  })
  const form = await theOne('form', 'New view')
  await type('Name', '  DEAR ONES ', form)
  await press('button', 'Create View', form)
  return { form, sent: () => screen.sent(createView) }
}

it.each([
  ['INV-187', 409, 'A view with this name already exists for this page.'],
  ['INV-188', 500, 'The shelf is full.'],
])(
  '%s a view that the server refuses with %i says why in its field, and nothing is lost',
  async (_, status, message) => {
    const { form, sent } = await save(refusal({ status, message }))
    await says(message, form)
    expect(sent()).toEqual([expect.objectContaining({ name: 'DEAR ONES', config: now })])
  },
)

it('INV-189 INV-205 a view that the server refuses without a word says that it could not be created', async () => {
  const { form } = await save(refusal({ status: 500, message: '' }))
  await says('Error creating view.', form)
})

it('INV-189 INV-205 a view that was sent several times without an answer says that it failed', async () => {
  const { form, sent } = await save(() => Promise.reject(new TypeError('Failed to fetch')))
  await until(() => {
    clock.pass(pausesMs[sent().length - 1] ?? 0)
    return sent().length > pausesMs.length
  })
  await says('Failed to create view.', form)
})
