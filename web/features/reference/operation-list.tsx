import { type KeyboardEvent, useDeferredValue, useEffect, useRef } from 'react'
import { plural } from '#web/ui/format.ts'
import { SearchField } from '#web/ui/inputs/search-field.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { type Operation, type OperationArea, searchAreas } from './document.ts'
import { Method } from './method.tsx'
import classes from './reference.module.css'

const SEARCH_PAUSE_MS = 150
const tidy = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

interface Props {
  areas: readonly OperationArea[]
  chosen: string | undefined
  search: string
}

/** All operations by area. Arrow keys go from one to the next, and from the search to the first. */
export function OperationList({ areas, chosen, search }: Props) {
  const navigate = useNavigate({ from: '/account/api' })
  const list = useRef<HTMLElement>(null)
  const shown = searchAreas(areas, useDeferredValue(search))
  const count = shown.reduce((sum, { operations }) => sum + operations.length, 0)
  useEffect(() => {
    showChosen(list.current)
  }, [chosen])
  return (
    <section aria-label="All operations" onKeyDown={(event) => moveFocus(event, list.current)}>
      <SearchField
        label="Search operations"
        className={classes.search}
        value={search}
        tidy={tidy}
        pauseMs={SEARCH_PAUSE_MS}
        onSearch={(text) => void navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })}
      />
      <p className={classes.total} role="status">
        {search ? `${plural(count, 'operation')} found` : plural(count, 'operation')}
      </p>
      <nav ref={list} aria-label="Operations" className={classes.nav}>
        {shown.map((area) => (
          <section key={area.name} className={classes.area}>
            <h2>{area.title}</h2>
            <ul>
              {area.operations.map((operation) => (
                <li key={operation.id}>
                  <Row operation={operation} isChosen={operation.id === chosen} search={search} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {count === 0 && (
          <p className="muted">
            No operations found. Try a different search, or <Link to="/account/api">show all operations</Link>.
          </p>
        )}
      </nav>
    </section>
  )
}

function Row({ operation, isChosen, search }: { operation: Operation; isChosen: boolean; search: string }) {
  return (
    <Link
      className={classes.row}
      to="/account/api"
      search={{ operation: operation.id, search: search || undefined }}
      aria-current={isChosen ? 'page' : undefined}
      resetScroll={false}
    >
      <span>{operation.summary}</span>
      <span className={classes.address}>
        <Method name={operation.method} /> {operation.path}
      </span>
    </Link>
  )
}

/** Scrolls the list alone, and only where the chosen row is out of sight. */
function showChosen(list: HTMLElement | null): void {
  const row = list?.querySelector('[aria-current]')?.getBoundingClientRect()
  const frame = list?.getBoundingClientRect()
  if (!list || !row || !frame || (row.top >= frame.top && row.bottom <= frame.bottom)) return
  list.scrollTop += row.top - frame.top - frame.height / 3
}

/** Arrow keys move the focus from link to link. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !list) return
  const links = [...list.querySelectorAll<HTMLElement>('a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = links[at < 0 ? (step > 0 ? 0 : -1) : at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
