import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type ExchangeRate, ExchangeRate as shape, Rate, saveRates } from '#contract/organizations/rates.ts'
import { converted } from '#domain/analytics/rates.ts'
import { useWrite } from '#web/api.ts'
import { moneyOf, once } from '#web/ui/format.ts'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'

/** `EUR Euro` */
const currencies = once(() => {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} ${names.of(value)}` }))
})

const EXAMPLE = 100

/**
 * One rate; of a currency and day that have one, the new one takes its place.
 * @param isAsked somebody pressed what leads here, and goes on typing what is still open
 */
export function RateForm({
  into,
  begin,
  isAsked,
  may,
}: {
  into: string
  begin: Partial<ExchangeRate>
  isAsked: boolean
  may: boolean
}) {
  const form = useRef<HTMLFormElement>(null)
  const open = begin.day ? 'rate' : begin.currency ? 'day' : 'currency'
  useEffect(() => {
    if (isAsked) form.current?.querySelector<HTMLInputElement>(`[data-field="${open}"]`)?.focus()
  }, [isAsked, open])
  const [rate, setRate] = useState({ currency: '', day: '', rate: '', ...begin })
  const [problems, setProblems] = useState<Record<string, string>>({})
  const save = useWrite(saveRates, {
    quiet: true,
    onSuccess: () => {
      toast.success('Rate saved.', { detail: `Analytics now uses it for orders in ${rate.currency}.` })
      setRate({ ...rate, day: '', rate: '' })
    },
  })
  const set = (change: Partial<ExchangeRate>) => {
    setRate({ ...rate, ...change })
    setProblems({})
  }
  const errorOf = (field: keyof ExchangeRate) => problems[field] ?? save.error?.fields[`rates.0.${field}`]
  const known = (['currency', 'day', 'rate'] as const).some(errorOf)
  const example = Rate.safeParse(rate.rate)
  return (
    <form
      ref={form}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const read = shape.safeParse(rate)
        if (read.success) save.mutate({ body: { into, rates: [read.data] } })
        else setProblems(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])))
      }}
    >
      <SearchSelect
        label="Currency"
        data-field="currency"
        options={currencies().filter(({ value }) => value !== into)}
        value={rate.currency || null}
        error={errorOf('currency')}
        onChange={(currency) => set({ currency: currency ?? '' })}
        disabled={!may}
      />
      <TextInput
        type="date"
        label="From"
        data-field="day"
        description="Valid from this day until the next rate."
        value={rate.day}
        error={errorOf('day')}
        onChange={(event) => set({ day: event.currentTarget.value })}
        disabled={!may}
      />
      <TextInput
        label="Rate"
        data-field="rate"
        description={
          example.success && rate.currency
            ? `${moneyOf(EXAMPLE, rate.currency)} count as ${moneyOf(converted(EXAMPLE * 100, example.data, into) / 100, into)}.`
            : rate.currency
              ? `Value of 1 ${rate.currency} in ${into}.`
              : `Value in ${into}.`
        }
        inputMode="decimal"
        placeholder="1.0842"
        value={rate.rate}
        error={errorOf('rate')}
        onChange={(event) => set({ rate: event.currentTarget.value })}
        disabled={!may}
      />
      {save.error && !known && <p role="alert">{save.error.message}</p>}
      <div>
        <Button type="submit" loading={save.isPending} disabled={!may || !rate.currency || !rate.day || !rate.rate}>
          Save rate
        </Button>
      </div>
    </form>
  )
}
