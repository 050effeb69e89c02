// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { type Bringing, bringIn } from '#contract/adopting/adopting.ts'
import { answer, away, press, says, show, type } from '#web/testing/screen.tsx'
import BringIn from './bring-in.tsx'

afterEach(away)

const asks: Bringing = {
  unseen: 'Some are hidden.',
  title: 'Bring in listings of the back room',
  about: 'Item numbers are kept.',
  number: String.raw`(?<!\d)\d{12}(?!\d)`,
  wrong: 'A number has 12 digits.',
  hint: 'Enter the numbers of the back room.',
  consent: 'I agree that this cannot be undone.',
  most: 2,
}

const open = (reply: Parameters<typeof answer<typeof bringIn>>[1]) => {
  const close = vi.fn<() => void>()
  const screen = show(<BringIn name="eBay" asks={asks} params={{ integrationId: 3 }} onClose={close} />, {
    answers: [answer(bringIn, reply)],
  })
  return { screen, close }
}

it('asks for numbers and consent at their fields, sends each number once, and closes when all came', async () => {
  const { screen, close } = open({ brought: 2, refused: [] })
  await press('button', 'Add listings')
  await says('Item numbers are kept.')
  await says('Enter the numbers of the back room.')
  await says('Check this box to continue.')
  await type('Item numbers', '110553922126 110553922127 110553922128')
  await says('Enter up to 2 item numbers at a time. You entered 3.')
  await type('Item numbers', 'https://www.ebay.com/itm/110553922126\n110553922127, 110553922126')
  await press('field', /I agree/)
  await press('button', 'Add listings')
  await says('2 listings added.')
  expect(screen.sent(bringIn)).toEqual([{ numbers: ['110553922126', '110553922127'], agreed: true }])
  expect(close).toHaveBeenCalledOnce()
})

it('says of each that did not come why, and keeps those alone to be tried again', async () => {
  const refused = [{ number: '110553922127', reason: 'Cannot migrate listing. The listing has no SKU.' }]
  const { screen, close } = open({ brought: 1, refused })
  await type('Item numbers', '110553922126 110553922127')
  await press('field', /I agree/)
  await press('button', 'Add listings')
  await says('110553922127: Cannot migrate listing. The listing has no SKU.')
  expect(close).not.toHaveBeenCalled()
  await press('button', 'Add listings')
  await says('110553922127: Cannot migrate listing. The listing has no SKU.')
  expect(screen.sent(bringIn)[1]).toMatchObject({ numbers: ['110553922127'] })
})
