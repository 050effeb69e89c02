import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from './boundary.tsx'

export function mount(root: HTMLElement, Page: ComponentType): void {
  createRoot(root).render(
    <StrictMode>
      <Boundary>
        <Page />
      </Boundary>
    </StrictMode>,
  )
}
