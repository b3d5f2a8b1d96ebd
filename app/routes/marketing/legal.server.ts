import { renderLegal } from '#content/render-legal.server.ts'
import { LEGAL_IDS, type LegalPage } from '#content/schema/legal.ts'

const sources = import.meta.glob<string>('/content/legal/*.md', { query: '?raw', import: 'default', eager: true })

const pages = LEGAL_IDS.map((id) => renderLegal(id, sources[`/content/legal/${id}.md`] ?? ''))

/** The page at this path or at that of its data file, or undefined. The build stops at the first invalid text. */
export const legalPageAt = (path: string): LegalPage | undefined => pages.find(({ id }) => `/${id}` === path.replace(/\.data$|\/+$/, ''))
