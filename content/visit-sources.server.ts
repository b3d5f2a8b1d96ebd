/** Where visitors come from, validated when this module loads. */
import type { VisitSource } from '#domain/visits/name-source.ts'

import { VisitSourcesSchema } from './schema/visit-sources.ts'
import sourcesJson from './visit-sources.json' with { type: 'json' }

export const visitSources: readonly VisitSource[] = VisitSourcesSchema.parse(sourcesJson)
