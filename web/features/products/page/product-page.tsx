import { Outlet, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { getProduct } from '#contract/products/products.ts'
import { getTemplate } from '#contract/templates.ts'
import { resolve } from '#domain/products/attributes/references.ts'
import { valuesOf } from '#domain/products/attributes/values.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { ago, dateTime } from '#web/ui/format.ts'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { usePageMeta } from '#web/ui/layout/page-meta.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import { Link, Navigate, useNavigate } from '#web/ui/link.tsx'
import { ProductActions } from '../actions/product-actions.tsx'
import type { Product, Template } from './draft.ts'
import { OpenedProduct, useProductEditor } from './editor.ts'
import classes from './products.module.css'

const crumbs = [{ label: 'Inventory', to: linkTo({ to: '/inventory' }) }]

/** The frame of one product: what it is, what can be done with it, and its tabs. */
export function ProductPage() {
  const { productId } = useParams({ from: '/product/$productId' })
  const isId = /^\d+$/.test(productId)
  const product = useRead(getProduct, { params: { id: Number(productId) } }, { enabled: isId })
  const templateId = product.data?.templateId
  const template = useRead(getTemplate, { params: { id: templateId ?? 0 } }, { enabled: templateId !== undefined })
  const isUnknown = !isId || product.error?.status === 404
  const failed = [product, template].find((read) => read.isError && !read.data)
  if (product.data && template.data && !isUnknown) {
    return (
      <Opened
        key={product.data.id}
        product={product.data}
        template={template.data}
        refetch={async () => (await product.refetch()).data}
      />
    )
  }
  return (
    <Page title="Product" crumbs={crumbs}>
      {failed && !isUnknown ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : (
        <FormSkeleton fields={6} label="Loading the product" />
      )}
      {isUnknown && <Navigate to="/product-not-found" replace />}
    </Page>
  )
}

function Opened({
  product,
  template,
  refetch,
}: {
  product: Product
  template: Template
  refetch: () => Promise<Product | undefined>
}) {
  const editor = useProductEditor(product, refetch)
  const title = resolve(
    product.title,
    valuesOf({ ...product, attributes: product.attributes.map((a) => ({ name: a.name, value: a.value ?? '' })) }),
  ).text
  usePageMeta(product.sku, crumbs)
  return (
    <OpenedProduct value={{ product, template, editor }}>
      <header className={classes.head}>
        <Thumb url={product.images[0]?.url ?? ''} size={40} />
        <div className="grow">
          <h1>{title || 'No title'}</h1>
          <p className={classes.facts}>
            <span className="mono">{product.sku}</span>
            <Link to="/template/$templateId" params={{ templateId: String(product.templateId) }}>
              {product.template.name}
            </Link>
            <span title={dateTime(product.updatedAt)}>Updated {ago(product.updatedAt)}</span>
          </p>
        </div>
        <ProductActions />
      </header>
      <Tabs productId={String(product.id)} />
      <div className={classes.tabBody}>
        <CreatedBanner id={product.id} />
        <Outlet />
      </div>
    </OpenedProduct>
  )
}

function Tabs({ productId }: { productId: string }) {
  const path = useLocation({ select: (location) => location.pathname.replace(/\/+$/, '') })
  const at = path.split('/')[3] ?? ''
  return (
    <PageTabs
      label="Product tabs"
      tabs={[
        { label: 'Product', link: linkTo({ to: '/product/$productId', params: { productId } }), active: at === '' },
        {
          label: 'Publish',
          link: linkTo({ to: '/product/$productId/publish/{-$channel}', params: { productId } }),
          active: at === 'publish',
        },
        {
          label: 'Listings',
          link: linkTo({ to: '/product/$productId/listings', params: { productId } }),
          active: at === 'listings',
        },
        {
          label: 'Orders',
          link: linkTo({ to: '/product/$productId/orders', params: { productId } }),
          active: at === 'orders',
        },
      ]}
    />
  )
}

/** After the wizard: that it worked, under which number, and what comes next (PRO-032). */
function CreatedBanner({ id }: { id: number }) {
  const { created } = useSearch({ from: '/product/$productId' })
  const navigate = useNavigate()
  if (!created) return null
  const hide = () => void navigate({ to: '.', search: { created: undefined }, replace: true, hash: true })
  return (
    <Callout
      tone="success"
      action={
        <button type="button" className="link" onClick={hide}>
          Hide
        </button>
      }
    >
      Product created. Its ID is {id}. Next:{' '}
      <Link to="/product/$productId/publish/{-$channel}" params={{ productId: String(id) }}>
        list it on a channel
      </Link>
      .
    </Callout>
  )
}
