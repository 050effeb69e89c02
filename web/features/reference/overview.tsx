import { number } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Snippet } from './snippet.tsx'
import type { ApiDocument } from './document.ts'
import classes from './reference.module.css'

/** What stands where no operation is chosen: how to begin, and what there is. */
export function Overview({ document: { areas, operations } }: { document: ApiDocument }) {
  return (
    <div className="stack">
      <Card title="Send a request">
        <div className="stack">
          <p className="muted">
            <Link to="/account/tokens">Create an API token</Link>, then send it with each request. An answer has{' '}
            <code>success</code>, <code>data</code> and <code>message</code>. A failure has a <code>code</code>, too.
          </p>
          <Snippet
            label="First request"
            text={`export MOTTO_URL=${window.location.origin}\ncurl -s "$MOTTO_URL/api/v2/products?limit=5" -H "Authorization: Bearer $MOTTO_TOKEN"`}
          />
        </div>
      </Card>
      <Card title={`${number(operations.size)} operations in ${areas.length} areas`}>
        <dl className={classes.areas}>
          {areas.map(({ name, title, description, operations }) => (
            <div key={name}>
              <dt>
                {title} <span className={classes.count}>{operations.length}</span>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}
