import { Component, type ReactNode } from 'react'
import { CrashPage } from './fallback-pages.tsx'

/** Shows a page that broke as such, instead of a blank one. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render() {
    return this.state.error ? <CrashPage error={this.state.error} /> : this.props.children
  }
}
