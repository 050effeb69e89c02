// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { createTemplate } from '#contract/templates.ts'
import { useWrite } from '#web/api.ts'
import { answer, away, press, refusal, says, show, theOne, until } from '#web/testing/screen.tsx'

afterEach(away)

function Form() {
  const create = useWrite(createTemplate, { once: true, quiet: true })
  return (
    <>
      <button type="button" onClick={() => create.mutate({ body: { productTemplate: { name: 'Shirts' } } })}>
        Create
      </button>
      <p>{create.isError ? create.error.message : ''}</p>
    </>
  )
}

it('a double click creates one, and what failed can be tried again', async () => {
  const screen = show(<Form />, {
    answers: [answer(createTemplate, refusal({ status: 500, message: 'The database rests.' }))],
  })
  const create = await theOne('button', 'Create')
  create.click()
  create.click()
  await says('The database rests.')
  expect(screen.sent(createTemplate)).toHaveLength(1)
  await press('button', 'Create')
  await until(() => screen.sent(createTemplate).length === 2)
})
