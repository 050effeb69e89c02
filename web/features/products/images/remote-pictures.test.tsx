// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { productPictures } from '#contract/products/images.ts'
import { answer, away, press, refusal, says, show, text } from '#web/testing/screen.tsx'
import { RemotePictures } from './remote-pictures.tsx'

afterEach(away)

it('says that what became of pictures from another shop could not be loaded, and tries again', async () => {
  let down = true
  const failed = refusal({ status: 500, message: 'The database rests.' })
  show(<RemotePictures productId={9} urls={['https://other.example/a.jpg']} />, {
    answers: [answer(productPictures, () => (down ? failed : { waiting: 1, copied: 0, failed: 0, failures: [] }))],
  })
  await says('Imported images could not be loaded. The database rests.')
  down = false
  await press('button', 'Try again')
  await says('1 image from another shop is being copied to Motto.')
  expect(text()).not.toContain('could not be loaded')
})
