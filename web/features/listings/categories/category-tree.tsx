import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { AskedTree } from '#contract/channels/describe.ts'
import { useRead } from '#web/api.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { textIn, within } from '#web/form/within.ts'
import { anyLookup } from '#web/lookups.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { type CategoryNode, type Leaf, nodeAt, searchLeaves } from './categories.ts'
import { CategoryName } from './category-name.tsx'
import classes from './categories.module.css'

/** From how many letters on the channel is asked for suggestions (LST-108). */
const suggestFrom = 2
const typingMs = 300

interface Props {
  root: CategoryNode
  leaves: readonly Leaf[]
  chosen: readonly string[]
  onToggle: (id: string) => void
  about: string
  channel: string
  suggest: AskedTree['suggest']
  plural: string
}

/** Search, suggestions, and the tree to walk down. */
export function CategoryTree({ root, leaves, chosen, onToggle, about, channel, suggest, plural }: Props) {
  const [typed, setTyped] = useState('')
  const [way, setWay] = useState<string[]>([])
  const matches = searchLeaves(leaves, typed)
  return (
    <div className="stack">
      <TextInput
        data-autofocus
        aria-label={`Search ${plural}`}
        placeholder={`Search ${plural}`}
        leftSection={<Icon name="search" size="s" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {suggest && (
        <Suggestions
          channel={channel}
          suggest={suggest}
          typed={typed}
          about={about}
          leaves={leaves}
          chosen={chosen}
          onToggle={onToggle}
        />
      )}
      {typed.trim() ? (
        <Leaves
          title="Found"
          leaves={matches}
          all={leaves}
          chosen={chosen}
          onToggle={onToggle}
          none={typed.trim().length < 3 ? 'Type at least 3 letters.' : `No ${plural} found.`}
        />
      ) : (
        <Branch root={root} plural={plural} way={way} setWay={setWay} chosen={chosen} onToggle={onToggle} />
      )}
    </div>
  )
}

type SuggestionsProps = Omit<Props, 'root' | 'suggest' | 'plural'> & {
  typed: string
  suggest: NonNullable<Props['suggest']>
}

function Suggestions({ channel, suggest, typed, about, leaves, chosen, onToggle }: SuggestionsProps) {
  const [query] = useDebouncedValue(typed.trim() || about.trim(), typingMs)
  const account = useOfAccount()
  const suggestions = useRead(
    anyLookup(channel, suggest.lookup),
    { query: { query, ...account } },
    { enabled: query.length >= suggestFrom, keepPrevious: true },
  )
  const suggestion = within(suggestions.data, suggest.at)
  const suggested = (Array.isArray(suggestion) ? suggestion : [])
    .flatMap((each: unknown) => leaves.find((leaf) => leaf.id === textIn(each, suggest.id)) ?? [])
    .slice(0, 5)
  if (!suggested.length) return null
  return (
    <Leaves title={`Suggested for “${query}”`} leaves={suggested} all={leaves} chosen={chosen} onToggle={onToggle} />
  )
}

interface LeavesProps {
  title: string
  leaves: readonly Leaf[]
  all: readonly Leaf[]
  chosen: readonly string[]
  onToggle: (id: string) => void
  none?: string
}

const Leaves = ({ title, leaves, all, chosen, onToggle, none }: LeavesProps) => (
  <section>
    <h3>{title}</h3>
    {leaves.length === 0 && none && <p className="subtle">{none}</p>}
    <ul className={classes.tree}>
      {leaves.map(({ id }) => (
        <li key={id}>
          <button type="button" aria-pressed={chosen.includes(id)} onClick={() => onToggle(id)}>
            <span className="grow">
              <CategoryName id={id} leaves={all} />
            </span>
            {chosen.includes(id) && <Icon name="check" />}
          </button>
        </li>
      ))}
    </ul>
  </section>
)

interface BranchProps {
  root: CategoryNode
  plural: string
  way: readonly string[]
  setWay: (way: string[]) => void
  chosen: readonly string[]
  onToggle: (id: string) => void
}

function Branch({ root, plural, way, setWay, chosen, onToggle }: BranchProps) {
  const here = nodeAt(root, way)
  return (
    <section>
      <nav className={classes.way} aria-label="Place in the tree">
        <button type="button" onClick={() => setWay([])}>
          All {plural}
        </button>
        {way.map((id, index) => (
          <span key={id}>
            {' '}
            ›{' '}
            <button type="button" onClick={() => setWay(way.slice(0, index + 1))}>
              {nodeAt(root, way.slice(0, index + 1)).name}
            </button>
          </span>
        ))}
      </nav>
      <ul className={classes.tree}>
        {here.children.map(({ id, name, children }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={children.length ? undefined : chosen.includes(id)}
              onClick={() => (children.length ? setWay([...way, id]) : onToggle(id))}
            >
              <span className="grow">{name}</span>
              {children.length ? <Icon name="chevron-right" size="s" /> : chosen.includes(id) && <Icon name="check" />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
