import { Button } from '@mantine/core'
import { useState } from 'react'
import { savePriceRule } from '#contract/integrations/integrations.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import type { PriceRule } from '#contract/pricing/price-rule.ts'
import { askedPrice } from '#domain/listings/pricing/price-rule.ts'
import { useRead, useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { endingOf, roundings, ruleWords } from '#web/form/words/price.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { moneyOf } from '#web/ui/format.ts'
import { DecimalInput } from '#web/ui/inputs/number-input.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Integration } from './integration-state.ts'
import classes from './integrations.module.css'
import { PriceExamples } from './account/price-examples.tsx'

type Draft = Pick<PriceRule, 'percent' | 'fixed' | 'round'> & { rate: number | null }

const plain = (isSame: boolean): Draft => ({ rate: isSame ? 1 : null, percent: 0, fixed: 0, round: null })
const keyOf = (round: Pick<NonNullable<PriceRule['round']>, 'to' | 'less'> | null) =>
  round ? `${round.to} ${round.less}` : ''
/** What the example says of: cents that rounding shows. */
const EXAMPLE = 4250
const directions = [
  { value: 'up', label: 'Round up' },
  { value: 'nearest', label: 'Round to nearest' },
  { value: 'down', label: 'Round down' },
] as const

/** What an account asks for our prices: another currency's rate, something on top, a usual ending. */
export function PriceCard({ integration, disabled }: { integration: Integration; disabled: boolean }) {
  const { data: organization, error, refetch } = useRead(getClient, { query: {} })
  if (!organization) return error && <ErrorState error={error} retry={() => void refetch()} />
  const { currency, priceRule } = integration
  // One without a currency of its own has our prices as they are.
  if (!currency) return null
  // A rule for other currencies than these does not hold any more.
  const key = `${organization.currency} ${currency} ${JSON.stringify(priceRule)}`
  return <Prices key={key} integration={integration} own={organization.currency} disabled={disabled} />
}

function Prices({ integration, own, disabled }: { integration: Integration; own: string; disabled: boolean }) {
  const { id: integrationId, channel, currency: theirs, priceRule: saved } = integration
  const name = markNames[channel]
  const isSame = own === theirs
  const holds = saved?.from === own && saved.to === theirs
  const begun: Draft = holds ? saved : plain(isSame)
  const [draft, setDraft] = useState(begun)
  const entries = useEntries()
  const dirty = entries.wrong.length > 0 || JSON.stringify(draft) !== JSON.stringify(begun)
  const save = useWrite(savePriceRule, { quiet: true, onSuccess: () => toast.success('Price rule saved') })
  useLeaveGuard(dirty, `Unsaved ${name} price rule`)
  const rule = { ...draft, from: own, to: theirs, rate: draft.rate ?? 0 }
  const doesNothing = isSame && draft.percent === 0 && draft.fixed === 0 && !draft.round
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const send = (next: PriceRule | null) => save.mutate({ body: { integrationId, rule: next } })
  const discard = () => {
    setDraft(begun)
    entries.discard()
  }
  return (
    <div className={classes.cards}>
      <Card
        title="Prices"
        footer={
          !disabled && (
            <>
              <Button
                disabled={!dirty || entries.problem !== undefined}
                loading={save.isPending}
                onClick={() => send(doesNothing ? null : rule)}
              >
                Save price rule
              </Button>
              {dirty && (
                <Button variant="subtle" onClick={discard}>
                  Discard
                </Button>
              )}
              {saved && !dirty && (
                <Button variant="subtle" onClick={() => send(null)}>
                  Remove price rule
                </Button>
              )}
            </>
          )
        }
      >
        <div className="stack">
          <Standing own={own} theirs={theirs} name={name} saved={saved} holds={holds} />
          <EntriesOf form={entries}>
            {!isSame && (
              <DecimalInput
                label={`Rate: 1 ${own} in ${theirs}`}
                noun="rate"
                decimals={8}
                value={draft.rate}
                onChange={(rate) => change({ rate })}
                disabled={disabled}
                error={fieldError(save.error, 'rule.rate')}
              />
            )}
            <DecimalInput
              label="Markup (%)"
              description="Use a minus sign for a discount."
              decimals={4}
              least={null}
              value={draft.percent}
              onChange={(percent) => change({ percent: percent ?? 0 })}
              disabled={disabled}
              error={fieldError(save.error, 'rule.percent')}
            />
            <DecimalInput
              label={`Markup (${theirs})`}
              noun="amount"
              decimals={2}
              least={null}
              value={draft.fixed}
              onChange={(fixed) => change({ fixed: fixed ?? 0 })}
              disabled={disabled}
              error={fieldError(save.error, 'rule.fixed')}
            />
          </EntriesOf>
          <Rounding currency={theirs} round={draft.round} onChange={(round) => change({ round })} disabled={disabled} />
          {rule.rate > 0 && (
            <p className="small muted" role="status">
              {doesNothing ? unchanged(rule, name) : example(rule)}
            </p>
          )}
        </div>
      </Card>
      {rule.rate > 0 && <PriceExamples channel={channel} rule={rule} />}
    </div>
  )
}

/** `$42.50 × 0.92 → €39.10` */
const example = (rule: PriceRule) =>
  `${moneyOf(EXAMPLE / 100, rule.from)} ${ruleWords(rule)} → ${moneyOf(askedPrice(EXAMPLE, { ...rule, rule }) / 100, rule.to)}`

const unchanged = (rule: PriceRule, name: string) =>
  `${moneyOf(EXAMPLE / 100, rule.from)} in Motto is ${moneyOf(EXAMPLE / 100, rule.from)} on ${name}.`

interface StandingProps {
  own: string
  theirs: string
  name: string
  saved: PriceRule | null
  holds: boolean
}

function Standing({ own, theirs, name, saved, holds }: StandingProps) {
  if (holds) return null
  if (saved)
    return (
      <Callout tone="warning">
        This rule converts {saved.from} to {saved.to}, but your prices are now in {own} and this account sells in{' '}
        {theirs}. Prices won’t sync until you save a new rule.
      </Callout>
    )
  if (own !== theirs)
    return (
      <Callout tone="warning">
        Your prices are in {own}, but this account sells in {theirs}. Set an exchange rate to start syncing.
      </Callout>
    )
  return (
    <p className="small muted">
      {name} gets your prices in {own} unless you add a markup here.
    </p>
  )
}

interface RoundingProps {
  currency: string
  round: PriceRule['round']
  onChange: (round: PriceRule['round']) => void
  disabled: boolean
}

function Rounding({ currency, round, onChange, disabled }: RoundingProps) {
  const offered = roundings(currency)
  const all = round && !offered.some((ending) => keyOf(ending) === keyOf(round)) ? [...offered, round] : offered
  return (
    <>
      <Select
        label="Round to"
        placeholder="Not rounded"
        clearable
        data={all.map((ending) => ({ value: keyOf(ending), label: endingOf(ending) }))}
        value={keyOf(round) || null}
        onChange={(key) => {
          const chosen = all.find((ending) => keyOf(ending) === key)
          onChange(chosen ? { to: chosen.to, less: chosen.less, direction: round?.direction ?? 'up' } : null)
        }}
        disabled={disabled}
      />
      {round && (
        <Select
          label="Direction"
          allowDeselect={false}
          data={[...directions]}
          value={round.direction}
          onChange={(direction) => onChange({ ...round, direction: direction ?? 'up' })}
          disabled={disabled}
        />
      )}
    </>
  )
}
