import { content } from '#content/loaded.server.ts'
import type { LegalPage } from '#content/schema/legal.ts'

/** The page at this path or at that of its data file, or undefined. */
export const legalPageAt = (path: string): LegalPage | undefined =>
	content.legalPages.find(({ id }) => `/${id}` === path.replace(/\.data$|\/+$/, ''))
