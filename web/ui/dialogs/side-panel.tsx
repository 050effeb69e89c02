import { ActionIcon, Button } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../images/icon.tsx'
import { onDemand } from '../layout/on-demand.tsx'
import type { SidePanelState } from './side-panel-state.ts'
import classes from './side-panel.module.css'

const Drawer = onDemand(async () => (await import('./panel-drawer.tsx')).PanelDrawer)

/** Where there is no room beside the content the panel is a drawer above it. */
const narrowScreen = '(max-width: 999px)'
const focusable = 'input:not([type="hidden"]), button, select, textarea'

/** Whether a panel is open; kept in this browser under `name`. Focus goes inside when it is opened and back when it is closed. */
export function useSidePanel(name: string): SidePanelState {
  const id = useId()
  const openerId = `${id}-opener`
  const wasRequested = useRef(false)
  const narrow = useMediaQuery(narrowScreen, false, { getInitialValueInEffect: false })
  const [isOpen, setKept] = useLocalStorage({
    key: `motto-panel-${name}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [drawer, setDrawer] = useState(false)
  const open = narrow ? drawer : isOpen
  useEffect(() => {
    if (wasRequested.current) {
      const target = document.getElementById(open ? `${id}-fields` : openerId)
      ;(target?.querySelector<HTMLElement>(focusable) ?? target)?.focus()
    }
    wasRequested.current = false
  }, [open, id, openerId])
  const set = (next: boolean) => {
    // A drawer manages the focus itself.
    wasRequested.current = !narrow
    if (narrow) setDrawer(next)
    else setKept(next)
  }
  return { id, openerId, open, narrow, toggle: () => set(!open), close: () => set(false) }
}

/** Opens and closes the panel; `children` is its word, `right` e.g. the number of filters. */
export const SidePanelButton = ({
  panel,
  right,
  children,
}: {
  panel: SidePanelState
  right?: ReactNode
  children: ReactNode
}) => (
  <Button
    id={panel.openerId}
    variant="subtle"
    size="xs"
    leftSection={<Icon name="filter" />}
    rightSection={right}
    aria-expanded={panel.open}
    aria-controls={panel.open ? panel.id : undefined}
    onClick={panel.toggle}
  >
    {children}
  </Button>
)

interface PanelProps {
  panel: SidePanelState
  title: string
  /** The filters take effect only when Search is pressed. */
  onSearch: () => void
  onClear: () => void
  /** The fields, below each other. */
  fields: ReactNode
}

/** Content with a panel right of it, or above it on small screens. */
export const BesidePanel = ({ children, ...props }: PanelProps & { children: ReactNode }) => (
  <div className={classes.beside}>
    <div className={classes.main}>{children}</div>
    {props.panel.narrow ? <PanelDrawer {...props} /> : props.panel.open && <PanelAside {...props} />}
  </div>
)

const PanelAside = (props: PanelProps) => (
  <aside className={classes.panel} id={props.panel.id} aria-label={props.title}>
    <div className={classes.inside}>
      <div className={classes.head}>
        <h2>{props.title}</h2>
        <ActionIcon aria-label={`Close ${props.title.toLowerCase()}`} onClick={props.panel.close}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <PanelForm {...props} />
    </div>
  </aside>
)

const PanelDrawer = (props: PanelProps) => (
  <Drawer panel={props.panel} title={props.title}>
    <PanelForm {...props} />
  </Drawer>
)

const PanelForm = ({ panel, title, onSearch, onClear, fields }: PanelProps) => (
  <form
    className={classes.form}
    aria-label={title}
    onSubmit={(event) => {
      event.preventDefault()
      onSearch()
      if (panel.narrow) panel.close()
    }}
  >
    <div className={classes.body} id={`${panel.id}-fields`}>
      {fields}
    </div>
    <div className={classes.foot}>
      <Button variant="default" onClick={onClear}>
        Clear
      </Button>
      <Button type="submit">Search</Button>
    </div>
  </form>
)
