import { z } from 'zod'

import { OTHER_SOURCES } from '#domain/visits/name-source.ts'

/** content/visit-sources.json: known sources of visits. All others count as `other`, so that reports stay short. */
export const VisitSourcesSchema = z
	.array(
		z.strictObject({
			name: z
				.string()
				.regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be at most 20 small letters, digits and hyphens')
				.meta({ title: 'Name', description: 'The ?utm_source= of a link.' }),
			hosts: z
				.array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:[a-z]+|\*)$/, 'must be a host, as google.com or google.*'))
				.meta({ title: 'Sites whose links lead here', description: 'Such as pin.it; google.* covers all its countries.' }),
		}),
	)
	.max(40)
	.refine((sources) => new Set(sources.map(({ name }) => name)).size === sources.length, 'must name each source once')
	.refine(
		(sources) => !sources.some(({ name }) => (OTHER_SOURCES as readonly string[]).includes(name)),
		`must not use ${OTHER_SOURCES.join(', ')}`,
	)
