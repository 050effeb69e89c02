// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { away, theOne, show, until } from '#web/testing/screen.tsx'
import { Picture } from './picture.tsx'

afterEach(away)

it('a picture that cannot be loaded leaves a quiet sign with its name in its place, no broken one', async () => {
  show(<Picture url="https://old-shop.example/mug.jpg" alt="A mug" width={60} />)
  const picture = await theOne('image', 'A mug')
  expect(picture.tagName).toBe('IMG')
  picture.dispatchEvent(new Event('error'))
  await theOne('image', 'A mug, which couldn’t be loaded')
  await until(() => !document.querySelector('img'))
})
it('no more of a picture is loaded than is shown', async () => {
  const url = `/media/1/${'0a'.repeat(32)}.jpg`
  show(<Picture url={url} alt="A mug" width={60} />)
  const picture = await theOne('image', 'A mug')
  expect(picture.getAttribute('src')).toBe(`${url}?w=64`)
})
