import type { Integration } from './integration-state.ts'

export interface OwnCardProps {
  integration: Integration
  disabled: boolean
}
