// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { away, says, show, until } from '#web/testing/screen.tsx'
import { HtmlEditor } from './editor.tsx'

afterEach(away)

it('PRO-122 a description is edited, and seen as buyers see it, with the values of its attributes', async () => {
  function Page() {
    const [value, setValue] = useState('<p>Made of {{Material}}</p>')
    const values = new Map([['material', 'linen']])
    return <HtmlEditor label="Description" value={value} onChange={setValue} names={['Material']} values={values} />
  }
  show(<Page />)
  const turnTo = async (name: string) => {
    const [radio] = await until(() => {
      const radios = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
        (input) => input.value === name,
      )
      return radios.length > 0 && radios
    })
    radio?.click()
  }
  const preview = () => document.querySelector<HTMLIFrameElement>('iframe[title="Description preview"]')
  await says('EditPreview')
  expect(preview()).toBeNull()
  await turnTo('Preview')
  await until(() => preview()?.srcdoc.includes('<p>Made of linen</p>'))
  await turnTo('Edit')
  await until(() => preview() === null)
})
