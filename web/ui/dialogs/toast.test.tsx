// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { away, says, show, text, until } from '#web/testing/screen.tsx'
import { toast } from './toast.tsx'

afterEach(away)

it('a failure stays until it is closed or what it is about has worked, and no other message takes it away', async () => {
  show(null)
  toast.error('Product 12 was not saved.', 'The line is down.', undefined, 'product 12')
  toast.error('Product 13 was not saved.', 'The line is down.', undefined, 'product 13')
  await says('Product 13 was not saved.')
  toast.success('Copied.')
  await says('Copied.')
  expect(text()).toContain('Product 12 was not saved.')
  toast.success('Product saved.', { about: 'product 12' })
  await says('Product saved.')
  await until(() => !text().includes('Product 12 was not saved.'))
  expect(text()).toContain('Product 13 was not saved.')
})
