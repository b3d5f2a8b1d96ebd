import { z } from 'zod'

import { flag } from './variable.ts'

/**
 * Zod schema for the list of exposed PostgreSQL schemas. Accepts only names that need no quoting in SQL, and rejects the server's
 * internal schemas.
 */
const schemas = z
	.string()
	.transform((text) => text.split(',').map((name) => name.trim()))
	.pipe(
		z
			.array(
				z
					.string()
					.regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be names of schemas, separated by commas')
					.refine((name) => !/^(auth|pgboss|information_schema|pg_.*)$/.test(name), 'must not name a schema of the server'),
			)
			.min(1),
	)

export const restVariables = {
	PGRST_DB_SCHEMAS: schemas.prefault('public'),
	PGRST_DB_MAX_ROWS: z.coerce.number().int().min(1).max(100_000).default(1000),
	REST_REQUIRE_RLS: flag.default(true),
}

export type RestConfig = {
	/** Exposed schemas; the first is the default. */
	schemas: readonly [string, ...string[]]
	maxRows: number
	/** True if only relations with row-level security are served, regardless of grants. */
	requiresRls: boolean
}

export function toRestConfig(env: z.output<z.ZodObject<typeof restVariables>>): RestConfig {
	const [first = 'public', ...others] = env.PGRST_DB_SCHEMAS
	return { schemas: [first, ...others], maxRows: env.PGRST_DB_MAX_ROWS, requiresRls: env.REST_REQUIRE_RLS }
}
