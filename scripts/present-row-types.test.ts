import { expect, test } from 'vitest'

import { type CatalogColumn, presentRowTypes } from './present-row-types.ts'

const column = (facts: Partial<CatalogColumn>): CatalogColumn => ({
	schema: 'public',
	table: 'orders',
	column: 'x',
	type: 'text',
	is_array: false,
	is_nullable: false,
	has_default: false,
	is_computed: false,
	check: null,
	...facts,
})

test.each([
	{ facts: { type: 'uuid', has_default: true }, line: 'x: Generated<string>' },
	{ facts: { type: 'int8', is_nullable: true }, line: 'x: number | null' },
	{ facts: { type: 'timestamptz', has_default: true }, line: 'x: Generated<Timestamp>' },
	{ facts: { type: 'jsonb', is_nullable: true }, line: 'x: Json | null' },
	{ facts: { type: 'text', is_array: true }, line: 'x: string[]' },
	{ facts: { type: 'tsvector', is_computed: true }, line: 'x: Computed<string>' },
	{ facts: { check: `CHECK ((x = ANY (ARRAY['open'::text, 'it''s paid'::text])))` }, line: `x: 'open' | 'it\\'s paid'` },
	{ facts: { type: 'int4', check: `CHECK ((x = ANY (ARRAY['1'::text])))` }, line: 'x: number' },
])('$line', ({ facts, line }) => {
	expect(presentRowTypes([column(facts)])).toContain(`\n\t${line}\n`)
})

test('tables of public go by their bare name, others with their schema', () => {
	const text = presentRowTypes([column({}), column({ schema: 'auth', table: 'one_time_tokens' })])
	expect(text).toContain(`export type Database = {\n\torders: OrdersTable\n\t'auth.one_time_tokens': AuthOneTimeTokensTable\n}\n`)
})
