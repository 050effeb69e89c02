import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SidePanelState } from './side-panel-state.ts'
import classes from './side-panel.module.css'

/** A panel on small screens. */
export const PanelDrawer = ({
  panel,
  title,
  children,
}: {
  panel: SidePanelState
  title: string
  children: ReactNode
}) => (
  <Drawer
    id={panel.id}
    opened={panel.open}
    onClose={panel.close}
    position="right"
    size={320}
    title={title}
    closeButtonProps={{ 'aria-label': `Close ${title.toLowerCase()}` }}
    attributes={{ header: { role: 'presentation' } }}
    classNames={{
      content: classes.drawer,
      header: classes.drawerHead,
      title: classes.drawerTitle,
      body: classes.drawerBody,
    }}
  >
    {children}
  </Drawer>
)
