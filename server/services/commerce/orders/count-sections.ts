import type { Content } from '#content/load-content.server.ts'

/** How many sections the course has, as the refund rule counts them. */
export const countSections = ({ modulePages }: Content): number => modulePages.flatMap(({ sections }) => sections).length
