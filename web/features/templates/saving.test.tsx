// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { allTags } from '#contract/products/products.ts'
import { listSharing } from '#contract/sync/sharing.ts'
import { getTemplate, saveTemplate } from '#contract/templates.ts'
import { useRead } from '#web/api.ts'
import { all, answer, away, theOne, press, show, text, type, until } from '#web/testing/screen.tsx'
import { DetailsTab } from './details-tab.tsx'
import { OpenedTemplate, type Template } from './editor.ts'
import { TemplateTab } from './template-tab.tsx'

afterEach(away)

const attribute = (id: number, name: string, defaultValue = '') => ({
  id,
  name,
  defaultValue,
  type: 'text',
  constraint: 'optional',
  options: [],
  index: id,
})
let there: Template
/** Answers that the save which is on its way has been done. */
let answerSave: (saved: Partial<Template>) => void
beforeEach(() => {
  there = {
    id: 5,
    name: 'Mugs',
    details: '',
    notes: '',
    isStock: false,
    title: '',
    description: '',
    tags: '',
    sizeAndWeight: {},
    variations: [],
    configuration: {},
    attributes: [attribute(1, 'Color')],
    products: 0,
  } as unknown as Template
})

function Opened({ children }: { children: ReactNode }) {
  const { data } = useRead(getTemplate, { params: { id: 5 } })
  return data && <OpenedTemplate value={data}>{children}</OpenedTemplate>
}
const open = (tab: ReactNode) =>
  show(<Opened>{tab}</Opened>, {
    answers: [
      answer(getTemplate, () => there),
      answer(allTags, []),
      answer(listSharing, { data: [] } as never),
      answer(
        saveTemplate,
        () =>
          new Promise<CallReply<typeof saveTemplate>>((resolve) => {
            answerSave = (saved) => {
              there = { ...there, ...saved }
              resolve(there)
            }
          }),
      ),
    ],
  })
const field = async (name: string) => (await theOne('field', name)) as HTMLInputElement

it('what is typed into the details while they are saved is saved next', async () => {
  const screen = open(<DetailsTab />)
  await type('Notes', 'one')
  await press('button', 'Save')
  await until(() => screen.sent(saveTemplate).length === 1)
  await type('Notes', 'one two')
  answerSave({ notes: 'one' })
  await until(() => text().includes('Template Saved.'))
  expect((await field('Notes')).value).toBe('one two')
  await press('button', 'Save')
  await until(() => screen.sent(saveTemplate).length === 2)
  expect(screen.sent(saveTemplate)[1]?.productTemplate).toEqual({ notes: 'one two' })
})

it('what is typed into a new attribute while it is saved belongs to the attribute that was made', async () => {
  const screen = open(<TemplateTab />)
  await press('button', 'Add attribute')
  const row = () => document.querySelectorAll<HTMLElement>('[aria-label="Attributes"] > li')[1]
  await type('Name', 'Size', row())
  await press('button', 'Save')
  await until(() => screen.sent(saveTemplate).length === 1)
  await type('Default value', 'Large', row())
  answerSave({ attributes: [attribute(1, 'Color'), attribute(2, 'Size')] as never })
  await until(() => text().includes('Template Saved.'))
  await press('button', 'Save')
  await until(() => screen.sent(saveTemplate).length === 2)
  expect(screen.sent(saveTemplate)[1]?.productTemplate.attributes).toMatchObject([
    { id: 1, name: 'Color' },
    { id: 2, name: 'Size', defaultValue: 'Large' },
  ])
})

it('a new attribute stays the one that is being written in when it is saved with Ctrl and S', async () => {
  const screen = open(<TemplateTab />)
  await press('button', 'Add attribute')
  const row = () => document.querySelectorAll<HTMLElement>('[aria-label="Attributes"] > li')[1]
  await type('Name', 'Size', row())
  await type('Options', 'half typ', row())
  const options = await theOne('field', 'Options', row())
  dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }))
  await until(() => screen.sent(saveTemplate).length === 1)
  answerSave({ attributes: [attribute(1, 'Color'), attribute(2, 'Size')] as never })
  await until(() => all('region', 'Unsaved changes').length === 0)
  expect(document.activeElement).toBe(options)
  expect((options as HTMLInputElement).value).toBe('half typ')
})

it('nothing is unsaved once all that was typed is saved', async () => {
  const screen = open(<DetailsTab />)
  await type('Notes', 'one')
  await press('button', 'Save')
  await until(() => screen.sent(saveTemplate).length === 1)
  answerSave({ notes: 'one' })
  await until(() => all('region', 'Unsaved changes').length === 0)
  expect((await field('Notes')).value).toBe('one')
})
