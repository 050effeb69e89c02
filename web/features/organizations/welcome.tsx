import { useSession } from '#web/session.ts'
import { Card, Page } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import { CreateOrganization } from './create-organization.tsx'
import classes from './dashboard.module.css'

const later = [
  ['Connect your channels', 'One click each. Nothing changes there until you publish.'],
  ['Add your products', 'Import what you already sell, import a file, or create your first product.'],
  ['Make a sale and watch stock sync', 'Stock goes down on every channel, and the order is ready to pack.'],
] as const

/** The first page of a new account: it asks for the shop's name, and shows what follows. The setup guide goes on from there. */
export function Welcome() {
  const name = useSession()?.name.trim().split(/\s+/)[0] ?? ''
  return (
    <Page title={name ? `Welcome, ${name}` : 'Welcome to Motto'} name="Organization">
      <div className={classes.welcome}>
        <p className="muted">Four steps, a few minutes. You can change all of it later.</p>
        <p className="small subtle">
          You do not belong to an Organization. Create one below or check your <Link to="/account">Invites</Link>
        </p>
        <Card padded={false}>
          <ol className={classes.steps}>
            <li data-now>
              <span className={classes.mark}>1</span>
              <section className="grow" aria-label="Create Organization">
                <h2>Name your shop</h2>
                <CreateOrganization proposed={name ? `${name}’s shop` : ''} />
              </section>
            </li>
            {later.map(([title, words], index) => (
              <li key={title}>
                <span className={classes.mark}>{index + 2}</span>
                <div className="grow">
                  <b>{title}</b>
                  <p>{words}</p>
                </div>
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </Page>
  )
}
