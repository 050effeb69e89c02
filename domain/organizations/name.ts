/** The name of an organization: its display name with everything but letters and digits left out (ORG-006, ORG-061). */
export const organizationName = (displayName: string): string => displayName.replace(/[^A-Za-z0-9]/g, '')
