// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { show, theOne } from '#web/testing/screen.tsx'
import { FormDialog } from './form-dialog.tsx'

it('a dialog puts a single element around its form, so that a high dialog can stretch it', async () => {
  show(
    <FormDialog opened onClose={() => undefined} title="Rules" classNames={{ body: 'body' }}>
      <form aria-label="Rules">
        <input aria-label="Name" />
      </form>
    </FormDialog>,
  )
  await theOne('field', 'Name')
  expect(document.querySelector('.body > div > form')).not.toBeNull()
})
