import { Button } from '@mantine/core'
import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'
import { Callout } from './callout.tsx'

/**
 * A component whose script comes on its own. Where it can’t be loaded or drawn, its place says so and offers to try
 * again: the rest of the page stays, and with it what somebody typed there. `fallback` stands there until it has come.
 */
export function partOf<P extends object>(load: () => Promise<ComponentType<P>>) {
  const lazily = (): ComponentType<P> => lazy(async () => ({ default: await load() }))
  let latest = lazily()
  function Part({ fallback = null, ...props }: P & { fallback?: ReactNode }) {
    const [part, setPart] = useState(() => latest)
    // React remembers that a component failed to load: the next try is another one.
    const retry = () => setPart((latest = lazily()))
    return (
      <PartBoundary retry={retry}>
        <Suspense fallback={fallback}>{createElement(part, props as unknown as P)}</Suspense>
      </PartBoundary>
    )
  }
  return Part
}

class PartBoundary extends Component<{ retry: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Callout
        tone="danger"
        action={
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              this.props.retry()
              this.setState({ failed: false })
            }}
          >
            Try again
          </Button>
        }
      >
        Couldn’t load this part of the page. Check the connection and try again. The rest of the page still works.
      </Callout>
    )
  }
}
