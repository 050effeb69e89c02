/** How long a message stays readable before the page changes, in milliseconds. */
export const leaveMs = { deleted: 2000, duplicated: 2000, fromCategory: 1000 } as const
