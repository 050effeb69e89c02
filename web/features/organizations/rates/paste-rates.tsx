import { Button } from '@mantine/core'
import { useState } from 'react'
import { MOST_RATES_AT_ONCE, saveRates } from '#contract/organizations/rates.ts'
import { readRates } from '#domain/analytics/rates.ts'
import { useWrite } from '#web/api.ts'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'

/** So many lines are said to be wrong at once. */
const SHOWN = 5

/** Rates from a spreadsheet or a file: all of them, or none while a line is wrong. */
export function PasteRates({ into, may }: { into: string; may: boolean }) {
  const [text, setText] = useState('')
  const { rates, problems } = readRates(text, into)
  const save = useWrite(saveRates, {
    quiet: true,
    onSuccess: ({ saved }) => {
      toast.success(`${plural(saved, 'rate')} saved.`)
      setText('')
    },
  })
  const tooMany = rates.length > MOST_RATES_AT_ONCE ? `Paste up to ${MOST_RATES_AT_ONCE} rates at once.` : undefined
  const wrong = [
    ...problems.slice(0, SHOWN).map(({ line, text: words }) => `Line ${line}: ${words}`),
    ...(problems.length > SHOWN ? [`… and ${plural(problems.length - SHOWN, 'more line')}.`] : []),
  ]
  const refused = save.error ? [save.error.message, ...Object.values(save.error.fields)] : []
  const error = [...wrong, ...(tooMany ? [tooMany] : []), ...new Set(refused)].join('\n')
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { into, rates } })
      }}
    >
      <Textarea
        label="Currency, day, rate"
        description={`One rate per line, pasted from a spreadsheet: CHF, 2026-05-01, 1.0842. The rate is the value of 1 CHF in ${into}.`}
        error={error && <span style={{ whiteSpace: 'pre-line' }}>{error}</span>}
        minRows={6}
        maxRows={16}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          save.reset()
        }}
        disabled={!may}
      />
      <div>
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={!may || rates.length === 0 || problems.length > 0 || tooMany !== undefined}
        >
          {rates.length > 0 ? `Save ${plural(rates.length, 'rate')}` : 'Save rates'}
        </Button>
      </div>
    </form>
  )
}
