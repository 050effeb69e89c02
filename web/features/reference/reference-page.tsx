import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { linkTo } from '#web/addresses.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import type { ApiDocument } from './document.ts'
import { OperationDetails } from './operation-details.tsx'
import { OperationList } from './operation-list.tsx'
import { Overview } from './overview.tsx'
import classes from './reference.module.css'
import { DOCUMENT, useDocument } from './use-document.ts'

const crumbs = [
  { label: 'Account', to: linkTo({ to: '/account' }) },
  { label: 'API tokens', to: linkTo({ to: '/account/tokens' }) },
]

/** Every operation of the API, as the document says that this Motto serves. */
export function ReferencePage() {
  const document = useDocument()
  return (
    <Page
      title="API reference"
      crumbs={crumbs}
      actions={
        <Button
          component="a"
          variant="default"
          href={DOCUMENT}
          download="motto-openapi.json"
          leftSection={<Icon name="download" />}
        >
          Download OpenAPI
        </Button>
      }
    >
      {document.data ? (
        <Reference document={document.data} />
      ) : document.isError ? (
        <ErrorState error={document.error} retry={() => void document.refetch()} />
      ) : (
        <FormSkeleton fields={6} height={600} label="Loading the API reference" />
      )}
    </Page>
  )
}

function Reference({ document }: { document: ApiDocument }) {
  const { operation: id, search = '' } = useSearch({ from: '/account/api' })
  const operation = id === undefined ? undefined : document.operations.get(id)
  return (
    <div className={classes.columns} data-chosen={id !== undefined || undefined}>
      <div className={classes.list}>
        <OperationList areas={document.areas} chosen={id} search={search} />
      </div>
      <div className={classes.details}>
        {id !== undefined && (
          <Link className={classes.back} to="/account/api" search={{ search: search || undefined }}>
            <Icon name="arrow-left" /> All operations
          </Link>
        )}
        {operation ? (
          <OperationDetails key={operation.id} operation={operation} document={document} />
        ) : id === undefined ? (
          <Overview document={document} />
        ) : (
          <ErrorState title="No such operation">
            There is no operation “{id}”. It may have been renamed: search for what it does.
          </ErrorState>
        )}
      </div>
    </div>
  )
}
