// @vitest-environment jsdom
import { expect, it } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { channelValues, listValueMappings, saveValueMappings } from '#contract/mappings/values.ts'
import { answer, press, says, show, text, theOne, until } from '#web/testing/screen.tsx'
import { changed } from './draft.ts'
import { useValues } from './use-values.ts'

type Saved = CallReply<typeof listValueMappings>[number]
const mapping = (id: number, name: string): Saved => ({
  id,
  uuid: `0194f6f2-0000-4000-8000-00000000000${id}`,
  channel: 'ebay',
  name,
  description: '',
  index: id,
  active: true,
  mappings: [],
  configurations: [],
  updatedAt: '2026-11-01T10:00:00.000Z',
})
const [sizes, colors] = [mapping(1, 'Sizes'), mapping(2, 'Colors')]

function Mappings() {
  const where = { listingTemplateId: null, listingId: null }
  const values = useValues({ templateId: 1, channel: 'ebay', where })
  return (
    <>
      <ul aria-label="Mappings">
        {values.drafts.map(({ uuid, name }) => (
          <li key={uuid}>{name}</li>
        ))}
      </ul>
      <button type="button" onClick={() => values.change((drafts) => changed(drafts, sizes.uuid, { name: 'Letters' }))}>
        Rename
      </button>
      <button
        type="button"
        onClick={() => values.change((drafts) => drafts.filter(({ uuid }) => uuid !== colors.uuid))}
      >
        Delete
      </button>
      <button type="button" disabled={!values.dirty || values.saving} onClick={() => values.save(values.drafts)}>
        Save
      </button>
    </>
  )
}
const isReady = async () => !(await theOne('button', 'Save')).hasAttribute('disabled')

it('MAP-153 a mapping that is deleted while a save is on its way stays deleted, and the next save tells it', async () => {
  const letters = { ...sizes, name: 'Letters', updatedAt: '2026-11-01T11:00:00.000Z' }
  const afterFirst = [letters, colors]
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  let saved = [sizes, colors]
  const screen = show(<Mappings />, {
    answers: [
      answer(channelValues, { fields: [], products: 0, capped: false }),
      answer(listValueMappings, () => saved),
      answer(saveValueMappings, async () => {
        saved = saved === afterFirst ? [letters] : afterFirst
        await isLetGo
        return saved
      }),
    ],
  })
  const sent = () => screen.sent(saveValueMappings)
  await says('Colors')
  await press('button', 'Rename')
  await press('button', 'Save')
  await until(() => sent().length === 1)
  await press('button', 'Delete')
  letGo()
  await until(isReady)
  expect(text(await theOne('list', 'Mappings'))).toBe('Letters')
  await press('button', 'Save')
  await until(() => sent().length === 2)
  expect(sent()[1]).toMatchObject({ valueMappings: [], deleteIds: [colors.id] })
})
