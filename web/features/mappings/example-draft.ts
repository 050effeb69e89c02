import type { Example } from '#domain/mappings/examples.ts'
import { newId } from '#web/new-id.ts'
import { type DraftMapping, newMapping } from './draft.ts'

/** An example as a mapping that nobody has saved yet. */
export const mappingOf = ({ name, sentence, conditions, actions }: Example): DraftMapping => ({
  ...newMapping(),
  name,
  description: sentence.replaceAll(/\{\{([^{}]+)\}\}/g, '@$1'),
  rules: [
    {
      uuid: newId(),
      conditionSets:
        conditions.length > 0
          ? [{ uuid: newId(), conditions: conditions.map((condition) => ({ ...condition, uuid: newId() })) }]
          : [],
      actions: actions.map((action) => ({ ...action, uuid: newId() })),
    },
  ],
})
