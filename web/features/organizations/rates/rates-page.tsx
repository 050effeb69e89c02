import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { deleteRate, type ExchangeRate, listRates } from '#contract/organizations/rates.ts'
import { isAdmin } from '#domain/accounts/session.ts'
import { toOrganization } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { useSession } from '#web/session.ts'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { date, number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { CountedAnew } from '#web/ui/layout/counted-anew.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card, Page, TwoColumns } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { OrganizationTabs } from '../organization-tabs.tsx'
import classes from '../organization.module.css'
import { PasteRates } from './paste-rates.tsx'
import { RateForm } from './rate-form.tsx'

const limit = 50
type Rates = CallReply<typeof listRates>
const dayOf = (day: string) => date(`${day}T12:00:00`)

interface RatesSearch {
  currency?: string
  offset?: number
}
const useRatesSearch = (): RatesSearch => useSearch({ strict: false })

/** What other currencies are in the organization's own, by day: entered here and nowhere fetched. */
export function RatesPage() {
  const user = useSession()
  const { currency, offset = 0 } = useRatesSearch()
  const client = useRead(getClient, { query: {} })
  const rates = useRead(listRates, { query: { currency, offset, limit } }, { keepPrevious: true })
  const may = useMay('organization:write')
  const [request, setAsked] = useState<Asked>()
  const ask = (rate: Partial<ExchangeRate>) => setAsked((before) => ({ rate, times: (before?.times ?? 0) + 1 }))
  return (
    <Page
      title="Organization"
      name="Exchange rates"
      crumbs={[{ label: 'Organization', to: toOrganization() }]}
      actions={
        may &&
        rates.data && (
          <Button leftSection={<Icon name="plus" />} onClick={() => ask({ currency })}>
            Add a rate
          </Button>
        )
      }
      below={user && isAdmin(user) && <OrganizationTabs active="rates" />}
    >
      <div className={classes.below}>
        {client.data && <CountedAnew client={client.data} />}
        {rates.data ? (
          <Content rates={rates.data} request={request} onEdit={may ? ask : undefined} />
        ) : rates.isError ? (
          <ErrorState error={rates.error} retry={() => void rates.refetch()} />
        ) : (
          <FormSkeleton fields={3} height={380} label="Exchange rates, loading" />
        )}
      </div>
    </Page>
  )
}

/** What is changed or asked for comes into the form, which begins anew and takes the focus: on a phone it stands below all rates. */
interface Asked {
  rate: Partial<ExchangeRate>
  times: number
}

function Content({
  rates,
  request,
  onEdit,
}: {
  rates: Rates
  request: Asked | undefined
  onEdit: ((rate: Partial<ExchangeRate>) => void) | undefined
}) {
  const { currency } = useRatesSearch()
  const day = rates.withoutRate.find((missing) => missing.currency === currency)?.since
  const may = onEdit !== undefined
  return (
    <div className="stack">
      {rates.withoutRate.map((missing) => (
        <Missing key={missing.currency} {...missing} into={rates.into} onAdd={onEdit} />
      ))}
      <TwoColumns
        main={<Table rates={rates} onEdit={onEdit} />}
        aside={
          <>
            <Card title="Add a rate">
              {!may && <LookOnly needs="organization:write" />}
              <RateForm
                key={request?.times ?? JSON.stringify([currency, day])}
                into={rates.into}
                begin={request?.rate ?? { currency, day }}
                isAsked={request !== undefined}
                may={may}
              />
            </Card>
            <Card title="Paste rates">
              <PasteRates into={rates.into} may={may} />
            </Card>
          </>
        }
      />
    </div>
  )
}

function Missing({
  currency,
  orders,
  since,
  into,
  onAdd,
}: Rates['withoutRate'][number] & { into: string; onAdd: ((rate: Partial<ExchangeRate>) => void) | undefined }) {
  return (
    <Callout
      tone="warning"
      action={
        onAdd && (
          <Button size="xs" variant="default" onClick={() => onAdd({ currency, day: since })}>
            Add {currency} rate
          </Button>
        )
      }
    >
      <Link
        to="/orders"
        search={{ sold: true, rate: 'missing', currency, startDate: since }}
      >{`${plural(orders, 'order')} in ${currency}`}</Link>{' '}
      since {dayOf(since)} {orders === 1 ? 'has' : 'have'} no exchange rate to {into}, so analytics leaves{' '}
      {orders === 1 ? 'it' : 'them'} out.
    </Callout>
  )
}

function Table({ rates, onEdit }: { rates: Rates; onEdit: ((rate: ExchangeRate) => void) | undefined }) {
  const { currency, offset = 0 } = useRatesSearch()
  const navigate = useNavigate()
  const remove = useWrite(deleteRate, { onSuccess: () => toast.success('Rate deleted.') })
  const askRemove = async (rate: ExchangeRate) => {
    const yes = await confirm({
      title: `Delete the ${rate.currency} rate for ${dayOf(rate.day)}?`,
      body: 'Orders since then use the previous rate. Without one, they’re left out of analytics.',
      confirm: 'Delete rate',
      danger: true,
    })
    if (yes) remove.mutate({ body: { currency: rate.currency, day: rate.day } })
  }
  const show = (to: { currency?: string | undefined; offset?: number | undefined }) =>
    void navigate({ to: '/admin/rates', search: to, replace: true })
  return (
    <Card
      title="Rates"
      padded={false}
      actions={
        (rates.currencies.length > 1 || currency) && (
          <SearchSelect
            aria-label="Currency of the list"
            placeholder="All currencies"
            clearable
            size="xs"
            options={[...new Set([...rates.currencies, ...(currency ? [currency] : [])])].map((value) => ({
              value,
              label: value,
            }))}
            value={currency ?? null}
            onChange={(value) => show({ currency: value ?? undefined })}
          />
        )
      }
    >
      <DataTable
        label="Exchange rates"
        rows={rates.data}
        rowKey={({ currency, day }) => `${currency} ${day}`}
        columns={[
          { key: 'currency', header: 'Currency', phone: 'title', render: (row) => row.currency },
          { key: 'day', header: 'From', render: (row) => dayOf(row.day) },
          {
            key: 'rate',
            header: 'Rate',
            align: 'right',
            render: (row) => <span className="mono">{`1 ${row.currency} = ${row.rate} ${rates.into}`}</span>,
          },
          ...(onEdit
            ? [
                {
                  key: 'do',
                  header: '',
                  label: 'Actions',
                  align: 'right' as const,
                  render: (row: ExchangeRate) => (
                    <span className="row">
                      <Button
                        size="xs"
                        variant="default"
                        onClick={() => onEdit(row)}
                        aria-label={`Change the ${row.currency} rate for ${dayOf(row.day)}`}
                      >
                        Change
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        onClick={() => void askRemove(row)}
                        aria-label={`Delete the ${row.currency} rate for ${dayOf(row.day)}`}
                      >
                        Delete
                      </Button>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
        page={{ offset, limit, items: rates.items, onChange: (to) => show({ currency, offset: to || undefined }) }}
        empty={
          <EmptyState title={currency ? `No ${currency} rates yet` : 'No rates yet'} drawing={false}>
            Add exchange rates to include orders in currencies other than {rates.into} in analytics. Rates aren’t
            updated automatically.
          </EmptyState>
        }
      />
      {rates.items > 0 && (
        <p className="sr-only" role="status">
          {number(rates.items)} rates
        </p>
      )}
    </Card>
  )
}
