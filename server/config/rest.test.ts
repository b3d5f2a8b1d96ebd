import { expect, test } from 'vitest'

import { readConfig } from './config.ts'

test('by default /rest/v1 serves the public schema, 1,000 rows, and only tables with policies', () => {
	expect(readConfig({}).rest).toEqual({ schemas: ['public'], maxRows: 1000, requiresRls: true })
	const env = { PGRST_DB_SCHEMAS: 'public, workshop', PGRST_DB_MAX_ROWS: '20', REST_REQUIRE_RLS: 'false' }
	expect(readConfig(env).rest).toEqual({ schemas: ['public', 'workshop'], maxRows: 20, requiresRls: false })
})

test.each([
	['PGRST_DB_SCHEMAS', 'auth'],
	['PGRST_DB_SCHEMAS', 'public,pgboss'],
	['PGRST_DB_SCHEMAS', 'pg_catalog'],
	['PGRST_DB_SCHEMAS', 'information_schema'],
	['PGRST_DB_SCHEMAS', 'public,,x'],
	['PGRST_DB_SCHEMAS', 'a";drop'],
	['PGRST_DB_MAX_ROWS', '0'],
	['REST_REQUIRE_RLS', 'maybe'],
])('%s=%s is refused', (variable, value) => {
	expect(() => readConfig({ [variable]: value })).toThrow(variable)
})
