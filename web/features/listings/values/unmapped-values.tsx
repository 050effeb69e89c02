import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Why } from '#domain/mappings/proposals.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { mappedStates } from '#domain/words/states.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { number } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import type { Meant } from './draft.ts'
import { WithInput } from './field-section.tsx'
import type { Unmapped } from './survey.ts'
import type { ChosenValues } from './use-chosen.ts'
import type { Values } from './use-values.ts'
import classes from './values.module.css'

const LIMIT = 25

/** Why a value is proposed, as it stands beside it. */
const whyWords: Readonly<Record<Why, string>> = {
  case: 'different capitals',
  number: 'same number',
  unit: 'converted unit',
  near: 'closest allowed value',
}
const whys = Object.keys(whyWords) as Why[]

interface Props {
  channel: ChannelId
  values: Values
  choosing: ChosenValues
  isSought: (field: string) => boolean
  /** What somebody came for, which goes first. */
  preset: { field: string; value: string } | undefined
}

const keyOf = ({ field, value }: Unmapped) => `${field.name}\n${value}`

/** A value that somebody came to map though the channel takes it, or no product has it yet; none once it is mapped. */
function askedFor({ field: name, value }: NonNullable<Props['preset']>, { fields, mapValue }: Values): Unmapped[] {
  const field = fields.find((candidate) => nameKey(candidate.name) === nameKey(name))
  if (!field || mapValue(name, value)) return []
  const { products, live } = field.values.find((entry) => entry.value === value) ?? { products: 0, live: 0 }
  return [{ field, value, products, live, judged: undefined, proposal: undefined }]
}

/** What the channel would not take as it is, with what may be meant, to be accepted one by one or together. */
export function UnmappedValues({
  channel,
  values,
  choosing: { chosen, choose, accept: take },
  isSought,
  preset,
}: Props) {
  const [offset, setOffset] = useState(0)
  const isPreset = ({ field, value }: Unmapped) =>
    preset !== undefined && nameKey(field.name) === nameKey(preset.field) && value === preset.value
  const requested = preset && !values.unmapped.some(isPreset) ? askedFor(preset, values) : []
  const rows = [...requested, ...values.unmapped.filter(({ field }) => isSought(field.name))].toSorted(
    (a, b) => Number(isPreset(b)) - Number(isPreset(a)),
  )
  const proposed = rows.filter(({ proposal }) => proposal)
  const meant = (row: Unmapped): string | undefined => chosen[keyOf(row)]?.to ?? row.proposal?.value
  const accept = (list: readonly Unmapped[]) =>
    take(
      list.flatMap((row): Meant[] => {
        const to = meant(row)
        return to ? [{ field: row.field.name, value: row.value, to }] : []
      }),
    )
  if (rows.length === 0)
    return (
      values.fields.length > 0 && (
        <Callout tone="success">All values are accepted by {markNames[channel]} or already mapped.</Callout>
      )
    )
  const from = offset < rows.length ? offset : 0
  const columns: Column<Unmapped>[] = [
    { key: 'field', header: 'Field', phone: 'line', width: '16%', render: ({ field }) => field.name },
    { key: 'value', header: 'Value', phone: 'title', width: '18%', render: ({ value }) => <b>{value}</b> },
    {
      key: 'with',
      header: 'With',
      phone: 'wide',
      width: '26%',
      render: (row) => (
        <WithInput
          key={keyOf(row)}
          label={`With, for ${row.value} of ${row.field.name}`}
          value={meant(row) ?? ''}
          options={row.field.options}
          onTake={(to) => choose((now) => ({ ...now, [keyOf(row)]: { field: row.field.name, value: row.value, to } }))}
        />
      ),
    },
    {
      key: 'state',
      header: 'State',
      phone: 'wide',
      render: (row) => <State row={row} chosen={chosen[keyOf(row)]?.to} />,
    },
    { key: 'products', header: 'Products', align: 'right', width: 80, render: ({ products }) => number(products) },
    {
      key: 'accept',
      header: <span className="sr-only">Accept</span>,
      label: '',
      phone: 'bare',
      width: 90,
      render: (row) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Accept ${meant(row) ?? 'nothing'} for ${row.value} of ${row.field.name}`}
          disabled={!meant(row)}
          onClick={() => accept([row])}
        >
          Accept
        </Button>
      ),
    },
  ]
  const summary = whys.flatMap((why) => {
    const n = proposed.filter(({ proposal }) => proposal?.why === why).length
    return n > 0 ? [{ why, n }] : []
  })
  return (
    <section className={classes.unmapped} aria-label="Values that are not mapped">
      <Callout
        tone="info"
        action={
          <span className="row wrap">
            {summary.length > 1 &&
              summary.map(({ why, n }) => (
                <Button
                  key={why}
                  size="xs"
                  variant="default"
                  onClick={() => accept(proposed.filter(({ proposal }) => proposal?.why === why))}
                >
                  Accept {n} {whyWords[why]}
                </Button>
              ))}
            {proposed.length > 0 && (
              <Button size="xs" variant="default" onClick={() => accept(proposed)}>
                Accept all {proposed.length}
              </Button>
            )}
          </span>
        }
      >
        <b>
          {number(rows.length)} {rows.length === 1 ? 'value is' : 'values are'} not mapped yet.
        </b>{' '}
        {proposed.length > 0
          ? `${number(proposed.length)} ${proposed.length === 1 ? 'has' : 'have'} a proposal: ${summary.map(({ why, n }) => `${n} ${whyWords[why]}`).join(', ')}.`
          : `Choose a ${markNames[channel]} value for each.`}
      </Callout>
      <DataTable
        label="Values that are not mapped"
        columns={columns}
        rows={rows.slice(from, from + LIMIT)}
        rowKey={keyOf}
        page={rows.length > LIMIT ? { offset: from, limit: LIMIT, items: rows.length, onChange: setOffset } : undefined}
      />
    </section>
  )
}

function State({ row: { judged, proposal }, chosen }: { row: Unmapped; chosen: string | undefined }) {
  const why = proposal && chosen === undefined ? whyWords[proposal.why] : undefined
  return (
    <div>
      <StatusChip of={judged ? mappedStates[judged.state] : mappedStates.open} />
      <small className={classes.sentence}>
        {judged?.sentence}
        {why && (judged ? `. Proposed: ${why}.` : `Proposed: ${why}.`)}
      </small>
    </div>
  )
}
