// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { listTemplates } from '#contract/templates.ts'
import { answer, away, press, says, show, type } from '#web/testing/screen.tsx'
import { ChooseTemplate } from './method.tsx'

afterEach(away)

const template = (id: number, name: string) => ({ id, name, details: '', attributes: 3, products: 0 })

it('PRO-013 the only template that a search leaves is taken by Next, and the foot says what comes', async () => {
  const onChoose = vi.fn<(templateId: number) => void>()
  show(<ChooseTemplate onChoose={onChoose} onMethod={() => undefined} />, {
    at: '/inventory/new',
    answers: [answer(listTemplates, [template(7, 'Mugs'), template(8, 'Shirts')] as never)],
  })
  await says('Must select a template')
  await press('button', 'Next')
  await says('Please choose a template to continue.')
  expect(onChoose).not.toHaveBeenCalled()
  await type('Search templates', 'mug')
  await says('Proceed to product details!')
  await press('button', 'Next')
  expect(onChoose.mock.calls).toEqual([[7]])
})
