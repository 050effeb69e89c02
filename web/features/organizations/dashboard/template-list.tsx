import { useMay } from '#web/may.tsx'
import { number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link, LinkButton } from '#web/ui/link.tsx'
import classes from './dashboard-content.module.css'
import type { Dashboard } from './use-dashboard.ts'

/** ANA-154: in pixels; what is more is scrolled to. */
const MOST_HEIGHT = 260

/** All templates by name; the number of products leads to these (ANA-170). */
export function TemplateList({ templates }: Pick<Dashboard, 'templates'>) {
  const mayCreate = useMay('templates:write')
  const rows = templates.data
  return (
    <Card
      title="Templates"
      padded={false}
      actions={rows && <span className={classes.count}>{plural(rows.length, 'template')}</span>}
    >
      {templates.isError && !rows ? (
        <ErrorState error={templates.error} retry={() => void templates.refetch()} again="Retry" />
      ) : !rows ? (
        <TableSkeleton rows={5} label="Templates, loading" />
      ) : rows.length === 0 ? (
        <EmptyState
          title="No templates yet"
          drawing={false}
          actions={
            mayCreate && (
              <LinkButton to="/templates/new" size="xs">
                Create template
              </LinkButton>
            )
          }
        >
          Templates define the attributes of similar products.
        </EmptyState>
      ) : (
        <div className={classes.templates} style={{ maxHeight: MOST_HEIGHT }}>
          <ul aria-label="Templates">
            {rows.map((row) => (
              <li key={row.id}>
                <Link to="/template/$templateId" params={{ templateId: String(row.id) }} className={classes.template}>
                  <Icon name="templates" />
                  <span>{row.name}</span>
                </Link>
                <Link
                  to="/template/$templateId/products"
                  params={{ templateId: String(row.id) }}
                  className={classes.products}
                  aria-label={`${plural(row.products, 'product')} of ${row.name}`}
                >
                  {number(row.products)} {row.products === 1 ? 'product' : 'products'}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
