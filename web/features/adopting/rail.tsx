import type { AdoptingTab } from '#contract/adopting/names.ts'
import { toAdopting } from '#web/addresses.ts'
import { number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { queues } from './queues.ts'
import classes from './rail.module.css'
import type { State } from './state.ts'

interface Props {
  counts: State['counts']
  params: { integrationId: number }
  tab: AdoptingTab
}

/** The queues with their counts, which stand nowhere else on the page. */
export const Rail = ({ counts, params, tab }: Props) => (
  <div className={classes.rail}>
    <nav aria-label="Listings">
      {queues.map((queue) => (
        <Link
          key={queue.tab}
          {...toAdopting(params.integrationId, { tab: queue.tab })}
          activeOptions={{ exact: true }}
          aria-current={queue.tab === tab ? 'page' : undefined}
          data-idle={queue.work(counts) === 0 || undefined}
        >
          <span className={classes.words}>
            <b>{queue.label}</b> <small>{queue.hint(counts)}</small>
          </span>{' '}
          <span className={classes.count}>{number(queue.count(counts))}</span>
          {queue.work(counts) > 0 && <Icon name="chevron-right" size="s" />}
        </Link>
      ))}
    </nav>
    {counts.managed > 0 && (
      <p>
        {plural(counts.managed, 'listing')} published from Motto {counts.managed === 1 ? 'is' : 'are'} in sync already.
      </p>
    )}
  </div>
)
