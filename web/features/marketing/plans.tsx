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
  marked?: boolean
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
    marked: true,
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
    <p className={classes.small}>
      Running Motto yourself is free and has no limits. These plans apply if a provider hosts it for you.
    </p>
    <div className={classes.plans}>
      {plans.map(({ name, price, per, points, action, href, marked }) => (
        <section key={name} className={classes.plan} data-marked={marked || undefined} aria-label={name}>
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
          <a href={href} className={marked ? plain.primary : plain.secondary} aria-label={`${action}, ${name}`}>
            {action}
          </a>
        </section>
      ))}
    </div>
  </>
)
