import { Button } from '@mantine/core'
import { Outlet, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { duplicateTemplate, getTemplate } from '#contract/templates.ts'
import { linkTo, toNewProduct } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { leaveSoon } from '#web/ui/dialogs/leave-soon.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Count } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { OpenedTemplate, type Template } from './editor.ts'
import { leaveMs } from './leave.ts'
import classes from './templates.module.css'

const crumbs = [{ label: 'Templates', to: linkTo({ to: '/templates' }) }]
/** The frame of one template: its name, what can be done with it, its tabs. */
export function TemplatePage() {
  const { templateId } = useParams({ from: '/template/$templateId' })
  const { create } = useSearch({ from: '/template/$templateId' })
  const isId = /^\d+$/.test(templateId)
  const template = useRead(getTemplate, { params: { id: Number(templateId) } }, { enabled: isId })
  if (!isId || template.error?.status === 404) {
    return (
      <Page title="Template" crumbs={crumbs}>
        <EmptyState title="No Data" drawing={false} actions={<LinkButton to="/templates">All templates</LinkButton>}>
          Template not found.
        </EmptyState>
      </Page>
    )
  }
  if (!template.data) {
    return (
      <Page title="Template" crumbs={crumbs}>
        {template.isError ? (
          <ErrorState error={template.error} retry={() => void template.refetch()} />
        ) : (
          <FormSkeleton fields={5} label="Loading the template" />
        )}
      </Page>
    )
  }
  return (
    <OpenedTemplate value={template.data}>
      <Page
        title={template.data.name}
        crumbs={crumbs}
        actions={<Actions template={template.data} />}
        below={<Tabs template={template.data} />}
      >
        <div className={classes.tabBody}>
          {create && <Callout tone="success">Nice! Next step: Configure your Listing Templates.</Callout>}
          <Outlet />
        </div>
      </Page>
    </OpenedTemplate>
  )
}

function Actions({ template: { id } }: { template: Template }) {
  const navigate = useNavigate()
  const mayCopy = useMay('templates:write')
  const mayAdd = useMay('products:write')
  const duplicate = useWrite(duplicateTemplate, {
    quiet: true,
    onSuccess: (copy) => {
      leaveSoon(
        'Duplicated Template. Navigating...',
        () => void navigate({ to: '/template/$templateId', params: { templateId: String(copy) } }),
        leaveMs.duplicated,
      )
    },
    onError: ({ message }) =>
      toast.error(message.includes('already exists') ? message : 'Failed to duplicate template.'),
  })
  return (
    <>
      {mayCopy && (
        <Button
          variant="default"
          leftSection={<Icon name="copy" />}
          loading={duplicate.isPending}
          onClick={() => duplicate.mutate({ body: { templateId: id } })}
        >
          Duplicate
        </Button>
      )}
      {mayAdd && (
        <LinkButton {...toNewProduct(id)} leftSection={<Icon name="plus" />}>
          Product
        </LinkButton>
      )}
    </>
  )
}

function Tabs({ template: { id, products } }: { template: Template }) {
  const at = useLocation({ select: ({ pathname }) => pathname.split('/')[3] ?? '' })
  const params = { templateId: String(id) }
  return (
    <PageTabs
      label="Template tabs"
      tabs={[
        { label: 'Template', link: linkTo({ to: '/template/$templateId', params }), active: at === '' },
        {
          label: 'Listing',
          link: linkTo({ to: '/template/$templateId/listing/{-$channel}', params }),
          active: at === 'listing',
        },
        { label: 'Details', link: linkTo({ to: '/template/$templateId/details', params }), active: at === 'details' },
        {
          label: 'Products',
          link: linkTo({ to: '/template/$templateId/products', params }),
          active: at === 'products',
          count: <Count>{number(products)}</Count>,
        },
      ]}
    />
  )
}
