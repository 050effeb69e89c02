import plain from '#web/outside/plain.module.css'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './plans.module.css'

interface Plan {
  name: string
  price: string
  per?: string
  points: readonly string[]
  action: string
  href: string
}

/** NAV-155..NAV-157. Words only: Motto enforces none of these numbers (NAV-158). */
const plans: readonly Plan[] = [
  {
    name: 'Starter',
    price: '$0',
    per: 'per month',
    points: ['Up to 100 orders per month', '2 channels', 'Email support'],
    action: 'Start free trial',
    href: '/createAccount',
  },
  {
    name: 'Growth',
    price: '$199',
    per: 'per month',
    points: ['Up to 5,000 orders per month', '5 channels', 'Chat support'],
    action: 'Start free trial',
    href: '/createAccount',
  },
  {
    name: 'Scale',
    price: 'Contact the provider',
    points: ['Unlimited orders', 'All channels', 'Priority support'],
    action: 'Request a demo',
    href: '/contact',
  },
]

export const Plans = () => (
  <>
    <section className={classes.own} aria-label="Self-hosted">
      <div>
        <h2>Free. It runs on your own machine.</h2>
        <p>All channels, with no limit on orders, products or people. Nothing is billed.</p>
      </div>
      <a href="/createAccount" className={plain.primary} aria-label="Start free trial, self-hosted">
        Start free trial
      </a>
    </section>
    <p className={classes.small}>
      A provider that hosts Motto for you sets its own prices. Plans could look like these; Motto itself enforces none
      of their numbers.
    </p>
    <div className={classes.plans}>
      {plans.map(({ name, price, per, points, action, href }) => (
        <section key={name} className={classes.plan} aria-label={name}>
          <h2>{name}</h2>
          <p className={classes.price} data-long={price.length > 8 || undefined}>
            {price} {per && <small>{per}</small>}
          </p>
          <ul>
            {points.map((point) => (
              <li key={point}>
                <Icon name="check" />
                {point}
              </li>
            ))}
          </ul>
          <a href={href} className={plain.secondary} aria-label={`${action}, ${name}`}>
            {action}
          </a>
        </section>
      ))}
    </div>
  </>
)
