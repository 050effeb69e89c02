import { useLocalStorage } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { listProducts } from '#contract/products/products.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { productFields } from '#web/form/products/sellable.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { splitSkus } from '#web/ui/inputs/sku-list.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import type { Choose } from './choose.ts'
import { type Form, OrderForm } from './order-form.tsx'

/** The most products that are chosen before one comes here. */
const most = 200

interface Props {
  /** The table in which products are chosen. */
  Picker: ComponentType<Choose>
}

/** A new order. `?items=` names products that are chosen already (ORD-154), `?form=` how it is written; without it as it was last time in this browser. */
export const NewOrderPage = ({ Picker }: Props) => (
  <Page title="New Order" crumbs={[{ label: 'Orders', to: linkTo({ to: '/orders' }) }]}>
    {useMay('orders:write') ? <Begin Picker={Picker} /> : <LookOnly needs="orders:write" />}
  </Page>
)

function Begin({ Picker }: Props) {
  const { items, form } = useSearch({ from: '/orders/new' })
  const [usual, setUsual] = useLocalStorage<Form>({
    key: 'motto-order-form',
    defaultValue: 'steps',
    getInitialValueInEffect: false,
  })
  const navigate = useNavigate({ from: '/orders/new' })
  // Clear drops the query and keeps what was typed; other products begin anew.
  const [begun, setBegun] = useState(items)
  if (items && items !== begun) setBegun(items)
  const skus = splitSkus(items).slice(0, most)
  const products = useRead(
    listProducts,
    { query: { skus, limit: most, fields: productFields } },
    { enabled: skus.length > 0 },
  )
  const clear = () => void navigate({ search: { form }, replace: true })
  const show = (next: Form) => {
    setUsual(next)
    void navigate({ search: { items, form: next }, replace: true })
  }
  if (skus.length === 0 || products.data) {
    const bySku = new Map(skus.length > 0 ? products.data?.data.map((product) => [product.sku, product]) : [])
    return (
      <OrderForm
        key={begun}
        Picker={Picker}
        form={form ?? usual}
        onForm={show}
        preselected={skus.flatMap((sku) => bySku.get(sku) ?? [])}
        missing={skus.filter((sku) => !bySku.has(sku))}
        onClear={clear}
      />
    )
  }
  return products.isError ? (
    <ErrorState error={products.error} retry={() => void products.refetch()} />
  ) : (
    <FormSkeleton fields={6} label="Loading the products" />
  )
}
