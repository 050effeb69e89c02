// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { listTemplates } from '#contract/templates.ts'
import { answer, away, theOne, says, show, text, until } from '#web/testing/screen.tsx'
import { TemplatesPage } from './templates-page.tsx'

afterEach(away)

const template = (id: number, name: string) => ({
  id,
  name,
  details: '',
  products: 0,
  attributes: 5,
  channels: [],
  updatedAt: '2026-11-20T10:00:00.000Z',
})

it('loses no letter of a search that is typed faster than the address follows', async () => {
  show(<TemplatesPage />, {
    at: '/templates',
    route: '/templates',
    answers: [answer(listTemplates, [template(1, 'Mugs'), template(2, 'Lamps')] as never)],
  })
  await says('Lamps')
  const field = (await theOne('field', 'Search templates')) as HTMLInputElement
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (const letter of 'mug') {
    put?.call(field, field.value + letter)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await until(() => !text().includes('Lamps'))
  expect(field.value).toBe('mug')
  expect(text()).toContain('Mugs')
})
