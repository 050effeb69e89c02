// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { cancelSlips, listSlips, makeSlips } from '#contract/orders/slips.ts'
import { all, answer, away, theOne, press, refusal, says, show, text, until } from '#web/testing/screen.tsx'
import { SlipsDialog } from './slips-dialog.tsx'

afterEach(away)

type Made = CallReply<typeof listSlips>[number]
const slipDocument = (more: Partial<Made> = {}): Made => ({
  id: 3,
  paper: 'a4',
  state: 'ready',
  orders: 40,
  done: 40,
  slips: 40,
  held: 0,
  unwritten: [],
  bytes: 9000,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-21T10:00:00.000Z',
  ...more,
})
type Props = Parameters<typeof SlipsDialog>[0]
const open = (
  answers: ReturnType<typeof answer>[],
  { chosen = [], filter = {}, onClose = () => {} }: Partial<Props> = {},
) => show(<SlipsDialog chosen={chosen} filter={filter} total="1,204" onClose={onClose} />, { answers })

it('asks for the whole list as it is filtered, on the paper that is chosen', async () => {
  const requests: object[] = []
  const { sent } = open(
    [
      answer(listSlips, []),
      answer(makeSlips, ({ query }) => {
        requests.push(query)
        return slipDocument({ state: 'waiting', done: 0, slips: 0 })
      }),
    ],
    { filter: { tab: 'open', searchTerm: 'mug' } as Props['filter'] },
  )
  await says('packing slips for all 1,204 orders in this list')
  await press('field', '4 × 6 in')
  await press('field', 'Exclude shipped and cancelled orders')
  await press('button', 'Create PDF')
  await until(() => requests.length === 1)
  expect(requests).toEqual([{ tab: 'open', searchTerm: 'mug' }])
  expect(sent(makeSlips)).toEqual([{ paper: 'label', openOnly: false }])
})

it('asks for the chosen orders alone, and says why it could not be', async () => {
  const requests: object[] = []
  open(
    [
      answer(listSlips, []),
      answer(makeSlips, ({ query }) => {
        requests.push(query)
        const fields = { selectedIds: 'None of these orders is open.' }
        return refusal({ status: 400, code: 'invalid_input', message: 'Invalid', fields })
      }),
    ],
    { chosen: [7, 9], filter: { tab: 'open' } as Props['filter'] },
  )
  await says('packing slips for 2 selected orders')
  await press('button', 'Create PDF')
  await says('None of these orders is open.')
  expect(requests).toEqual([{ selectedIds: '7 9' }])
  expect((await theOne('button', 'Create PDF')).hasAttribute('disabled')).toBe(false)
})

it('tells how far a document is, and stops it', async () => {
  let documents: Made[] = [
    slipDocument({ state: 'making', done: 12 }),
    slipDocument({ id: 4, state: 'waiting', done: 0 }),
  ]
  const { requests } = open([
    answer(listSlips, () => documents),
    answer(cancelSlips, () => {
      documents = documents.map((document) => (document.id === 3 ? { ...document, state: 'cancelled' } : document))
      return true as never
    }),
  ])
  const making = await until(() => all('group', '40 orders on A4')[0])
  expect(text(making)).toContain('12 of 40Creating PDF.')
  await says('Queued.')
  await press('button', 'Stop', making)
  await until(() => all('group', '40 orders on A4').length === 1)
  await says('Stopped')
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual(['POST /orders/slips/3/cancel'])
})

it('hands out what is ready, names what was left out, and prints that here', async () => {
  const unwritten = Array.from({ length: 3 }, (_, n) => ({ id: 50 + n, name: `S-${n}` }))
  open([
    answer(listSlips, [
      slipDocument({ slips: 36, held: 1, unwritten }),
      slipDocument({ id: 4, state: 'failed', orders: 2, slips: 0 }),
    ]),
  ])
  const link = await theOne('link', 'Download 40 orders on A4')
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
    expect.stringMatching(/\/orders\/slips\/3\//),
    'packing-slips-3.pdf',
  ])
  await says('36 slips. Available until')
  await says('1 order on hold not included.')
  await says('3 orders not included: their characters can’t be shown in the PDF.')
  expect((await theOne('link', 'Print them from the browser')).getAttribute('href')).toContain('50')
  await says('Couldn’t create the PDF. Try again.')
  expect(all('link', /^Download/)).toHaveLength(1)
})

it('says that documents could not be read, and reads them again', async () => {
  let broken = true
  open([
    answer(listSlips, () => (broken ? refusal({ status: 500, message: 'The database rests.' }) : [slipDocument()])),
  ])
  await says('The database rests.')
  broken = false
  await press('button', 'Try again')
  await theOne('link', 'Download 40 orders on A4')
})
