// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getSupportAddress, sendSupportEmail } from '#contract/support.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import {
  all,
  away,
  nameOf,
  pickFiles,
  press,
  pressKey,
  says,
  text,
  theOne,
  type,
  until,
  valueOf,
} from '#web/testing/screen.tsx'

const server = fakeServer()
const clock = handClock()
let dialog: HTMLElement
beforeEach(async () => {
  server.answer(getSupportAddress, { email: 'help@shop.example' })
  server.answer(sendSupportEmail, ok)
  await renderPage('/product-not-found')
  await press('button', 'Contact Support')
  dialog = await theOne('dialog', 'Contact Support')
})
const sendButton = async () => (await theOne('button', 'Send', dialog)) as HTMLButtonElement
const sent = () => server.calls(sendSupportEmail).map(({ form }) => form)
const file = (name: string) => new File([name], name, { type: 'text/plain' })

describe('the support dialog', () => {
  it.each([
    ['Topic', 'General question', ['General question', 'Bug / Issue', 'Billing', 'Feature request']],
    ['Priority', 'Normal', ['Low', 'Normal', 'High']],
  ])('NAV-092..NAV-095 begins with its default %s, and offers the others', async (label, chosen, offered) => {
    expect(await valueOf(label, dialog)).toBe(chosen)
    await press('field', label, dialog)
    await theOne('option', chosen)
    expect(all('option').map(nameOf)).toEqual(offered)
  })

  it('NAV-090 NAV-091 NAV-098 NAV-111 begins with the own address, and sends once it has an address and a message', async () => {
    expect(await valueOf('Email', dialog)).toBe('dana@example.com')
    expect((await sendButton()).disabled).toBe(true)
    await type('Message', '   ', dialog)
    expect((await sendButton()).disabled).toBe(true)
    await type('Message', 'The label printer is silent.', dialog)
    await until(async () => !(await sendButton()).disabled)
    await type('Email', ' ', dialog)
    await until(async () => (await sendButton()).disabled)
    await type('Email', 'dana@example.com', dialog)
    await press('button', 'Send', dialog)
    await says('Thanks! Your message has been sent.')
    expect(sent().map((form) => Object.fromEntries(form ?? []))).toEqual([
      {
        email: 'dana@example.com',
        topic: 'General question',
        priority: 'Normal',
        message: 'The label printer is silent.',
      },
    ])
  })

  it('NAV-096 NAV-097 NAV-099..NAV-101 NAV-113 files come along, Ctrl Enter sends, and there is more to add', async () => {
    const files = dialog.querySelector<HTMLInputElement>('input[type="file"]')
    if (!files) throw new Error('no field for files')
    pickFiles(files, file('first.txt'))
    await says('first.txt', dialog)
    pickFiles(files, file('second.txt'), file('third.txt'))
    await says('third.txt', dialog)
    await type('Message', 'It is plugged in.', dialog)
    ;(await theOne('field', 'Message', dialog)).focus()
    pressKey('Enter', { ctrlKey: true })
    await says('Thanks! Your message has been sent.')
    expect(
      sent()[0]
        ?.getAll('files')
        .map((each) => (each as File).name),
    ).toEqual(['first.txt', 'second.txt', 'third.txt'])
    await press('button', 'Add more details', dialog)
    expect(await valueOf('Email', dialog)).toBe('dana@example.com')
    expect(await valueOf('Message', dialog)).toBe('')
    expect(text(dialog)).not.toContain('first.txt')
    await type('Message', 'It is on.', dialog)
    ;(await theOne('field', 'Message', dialog)).focus()
    pressKey('Enter', { metaKey: true })
    await says('Thanks! Your message has been sent.')
    expect(sent()).toHaveLength(2)
    const [close] = all('button', 'Close', dialog).toReversed()
    close?.click()
    await until(() => all('dialog').length === 0)
  })

  it('NAV-102 NAV-103 NAV-105 NAV-106 NAV-112 names other ways to get help: mail, documentation, and a chat that is to come', async () => {
    const ways = await theOne('group', 'Other ways to get help', dialog)
    expect(
      all('link', /./, ways).map((link) => [nameOf(link), link.getAttribute('href'), link.getAttribute('target')]),
    ).toEqual([
      ['Email support', '/contact', '_blank'],
      ['Documentation', '/home', '_blank'],
    ])
    expect(((await theOne('button', 'Live chat (coming soon)', ways)) as HTMLButtonElement).disabled).toBe(true)
  })

  it('is closed for whoever comes after the one who left it open', async () => {
    away()
    await renderPage('/product-not-found')
    await theOne('button', 'Contact Support')
    expect(all('dialog')).toEqual([])
  })

  describe('the address to copy', () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    beforeEach(() => {
      writeText.mockClear()
      vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }))
    })
    afterEach(() => vi.unstubAllGlobals())

    it('NAV-104 that it was copied is said for 1200 ms', async () => {
      await press('button', 'Copy email', dialog)
      await theOne('button', 'Copied', dialog)
      expect(writeText.mock.calls).toEqual([['help@shop.example']])
      await until(() => clock.isSet(1200))
      clock.pass(1199)
      expect(all('button', 'Copied', dialog)).toHaveLength(1)
      clock.pass(1)
      await theOne('button', 'Copy email', dialog)
    })
  })
})
