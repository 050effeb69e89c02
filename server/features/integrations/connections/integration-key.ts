export interface IntegrationKey {
  organizationId: number
  integrationId: number
}
