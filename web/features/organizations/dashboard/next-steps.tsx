import { linkTo, type PageLink } from '#web/addresses.ts'
import { useMay } from '#web/may.tsx'
import { plural } from '#web/ui/format.ts'
import { channelOrder } from '#web/ui/images/channel-mark.tsx'
import { Icon, type IconName } from '#web/ui/images/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import classes from './dashboard-content.module.css'
import type { Overview } from './use-dashboard.ts'

interface Step {
  title: string
  words: string
  icon: IconName
  link: PageLink
}

const stepsOf = ({ unlisted }: Overview, mayCreate: boolean): readonly Step[] => [
  {
    title: 'List more products',
    words:
      unlisted > 0
        ? `${plural(unlisted, 'product isn’t', 'products aren’t')} listed yet.`
        : 'All products are listed. Add them to another channel.',
    icon: 'upload',
    link: linkTo({ to: '/products', search: unlisted > 0 ? { notListedOn: [...channelOrder] } : {} }),
  },
  ...(mayCreate
    ? [
        {
          title: 'Create a new template',
          words: 'Set up attributes, categories and defaults for another kind of product.',
          icon: 'templates' as const,
          link: linkTo({ to: '/templates/new' }),
        },
      ]
    : []),
  {
    title: 'Review analytics',
    words: 'See what sold, where, and what’s running out.',
    icon: 'analytics',
    link: linkTo({ to: '/analytics' }),
  },
]

/** ANA-160..162, ANA-169. */
export function NextSteps({ overview }: { overview: Overview }) {
  const mayCreate = useMay('templates:write')
  return (
    <section>
      <h2 className={classes.stepsTitle}>Next best steps</h2>
      <ul className={classes.steps}>
        {stepsOf(overview, mayCreate).map(({ title, words, icon, link }) => (
          <li key={title}>
            <Link {...link}>
              <Icon name={icon} />
              <span>
                <b>{title}</b>
                <span className="muted">{words}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
