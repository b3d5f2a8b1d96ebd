// asvs V1.2.4 V15.3.7
// regression CVE-2026-26980
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Relation } from '#server/services/platform/rest/catalog.ts'
import { printReadStatement } from '#server/services/platform/rest/print-rows.ts'
import { type FilterCondition, RestRefusal } from '#server/services/platform/rest/rest-refusal.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { parseQuery } from './parse-query.ts'

const ALL = [{ column: '*', alias: null }]
const plain = (column: string) => ({ column, alias: null })
const EMPTY = { select: ALL, where: [], order: [], limit: null, offset: 0, onConflict: null, columns: null }
const compare = (column: string, operator: string, value: string, rest = {}) =>
	({ kind: 'compare', column, operator, value, isNegated: false, quantifier: null, ...rest }) as FilterCondition

const ACCEPTED: [query: string, tree: object][] = [
	['', {}],
	['select=*', {}],
	['select=id,%22type%22,sent:created_at', { select: [plain('id'), plain('type'), { column: 'created_at', alias: 'sent' }] }],
	['user_id=eq.a', { where: [compare('user_id', 'eq', 'a')] }],
	// Everything after `eq.` is the value, even if it looks like syntax.
	['a=eq.x,"(y)"', { where: [compare('a', 'eq', 'x,"(y)"')] }],
	['a=eq.', { where: [compare('a', 'eq', '')] }],
	['a=not.gte.2&a=lt.9', { where: [compare('a', 'gte', '2', { isNegated: true }), compare('a', 'lt', '9')] }],
	['a=like(any).{x*,y*}', { where: [compare('a', 'like', '{x*,y*}', { quantifier: 'any' })] }],
	['a=cs.{x,y}', { where: [compare('a', 'cs', '{x,y}')] }],
	['a=fts.cat', { where: [{ kind: 'search', column: 'a', operator: 'fts', config: null, value: 'cat', isNegated: false }] }],
	[
		'a=not.wfts(english).the%20cat',
		{ where: [{ kind: 'search', column: 'a', operator: 'wfts', config: 'english', value: 'the cat', isNegated: true }] },
	],
	[
		'select=b:a-%3Ex-%3E%3E0::int,a::text[]',
		{
			select: [
				{
					column: 'a',
					path: [
						{ key: 'x', isText: false },
						{ key: '0', isText: true },
					],
					alias: 'b',
					cast: 'int',
				},
				{ column: 'a', alias: null, cast: 'text[]' },
			],
		},
	],
	['a b-%3E%3E%22c.d%22=eq.1', { where: [compare('a b', 'eq', '1', { path: [{ key: 'c.d', isText: true }] })] }],
	[
		'order=a-%3Ex-y.desc&or=(a-%3E%3Eb.is.null)',
		{
			order: [{ column: 'a', path: [{ key: 'x-y', isText: false }], isDescending: true, nulls: null }],
			where: [
				{
					kind: 'logic',
					operator: 'or',
					isNegated: false,
					conditions: [{ kind: 'is', column: 'a', path: [{ key: 'b', isText: true }], value: 'null', isNegated: false }],
				},
			],
		},
	],
	['a=is.null', { where: [{ kind: 'is', column: 'a', value: 'null', isNegated: false }] }],
	['a=not.is.TRUE', { where: [{ kind: 'is', column: 'a', value: 'true', isNegated: true }] }],
	['a=in.(1,%22b,c%22,%22d%5C%22%5C%5C%22)', { where: [{ kind: 'in', column: 'a', values: ['1', 'b,c', 'd"\\'], isNegated: false }] }],
	['a=in.(b%22c)', { where: [{ kind: 'in', column: 'a', values: ['b"c'], isNegated: false }] }],
	['a=in.()', { where: [{ kind: 'in', column: 'a', values: [], isNegated: false }] }],
	[
		'or=(a.eq.1,not.and(b.is.null,c.in.(2,3)))',
		{
			where: [
				{
					kind: 'logic',
					operator: 'or',
					isNegated: false,
					conditions: [
						compare('a', 'eq', '1'),
						{
							kind: 'logic',
							operator: 'and',
							isNegated: true,
							conditions: [
								{ kind: 'is', column: 'b', value: 'null', isNegated: false },
								{ kind: 'in', column: 'c', values: ['2', '3'], isNegated: false },
							],
						},
					],
				},
			],
		},
	],
	[
		'not.or=(a.cs.{x,y},b.eq.%22c,)%22)',
		{ where: [{ kind: 'logic', operator: 'or', isNegated: true, conditions: [compare('a', 'cs', '{x,y}'), compare('b', 'eq', 'c,)')] }] },
	],
	[
		'order=created_at.desc.nullslast,id',
		{
			order: [
				{ column: 'created_at', isDescending: true, nulls: 'last' },
				{ column: 'id', isDescending: false, nulls: null },
			],
		},
	],
	['order=a.nullsfirst', { order: [{ column: 'a', isDescending: false, nulls: 'first' }] }],
	['limit=10&offset=20', { limit: 10, offset: 20 }],
	['on_conflict=user_id,%22type%22&columns=%22a%22,%22b%22', { onConflict: ['user_id', 'type'], columns: ['a', 'b'] }],
]
test.each(ACCEPTED)('%s is parsed', (query, tree) => {
	expect(parseQuery(query)).toEqual({ ...EMPTY, ...tree })
})

const REFUSED: [query: string, code: string][] = [
	['a', 'PGRST100'],
	['a=1', 'PGRST100'],
	['a=equals.1', 'PGRST100'],
	['a=eq', 'PGRST100'],
	['a=not.not.eq.1', 'PGRST100'],
	['a=constructor.1', 'PGRST100'],
	['a=is.maybe', 'PGRST100'],
	['a=is(any).null', 'PGRST100'],
	['a=eq(some).1', 'PGRST100'],
	['a=in.1', 'PGRST100'],
	['a=in.(1', 'PGRST100'],
	['a=in.(1)2', 'PGRST100'],
	['a=in.(%22b)', 'PGRST100'],
	['a=fts(english, x).cat', 'PGRST100'],
	['a=is(english).null', 'PGRST100'],
	['or=a.eq.1', 'PGRST100'],
	['or=()', 'PGRST100'],
	['or=(a.eq.1', 'PGRST100'],
	['or=(a.eq.1))', 'PGRST100'],
	['or=(a.eq.1,b)', 'PGRST100'],
	['or=(and(or(a.eq.1,b.eq.2)))', 'PGRST100'],
	['order=a.up', 'PGRST100'],
	['order=', 'PGRST100'],
	['order=a;drop table b', 'PGRST100'],
	['select=a b', 'PGRST100'],
	['select=a,', 'PGRST100'],
	['select=a::Mine', 'PGRST100'],
	['select=a::text(2)', 'PGRST200'],
	['select=a-%3E', 'PGRST100'],
	['select=a-%3E%3Eb-%3Ec', 'PGRST100'],
	[`select=a${'-%3Eb'.repeat(9)}`, 'PGRST100'],
	['-%3Eb=eq.1', 'PGRST100'],
	['select=a&select=b', 'PGRST100'],
	['limit=-1', 'PGRST100'],
	['limit=1.5', 'PGRST100'],
	['limit=', 'PGRST100'],
	['offset=ten', 'PGRST100'],
	['on_conflict=', 'PGRST100'],
	['columns=a,b)', 'PGRST100'],
	['select=id,users(*)', 'PGRST200'],
	['select=users!left(id)', 'PGRST200'],
	['select=a.sum()', 'PGRST123'],
	['select=count()', 'PGRST123'],
	['users.id=eq.1', 'PGRST108'],
	['users.order=id', 'PGRST108'],
	[`select=${'a,'.repeat(50)}a`, 'PGRST100'],
	[Array.from({ length: 51 }, () => 'a=eq.1').join('&'), 'PGRST100'],
	[`a=eq.${'x'.repeat(8192)}`, 'PGRST100'],
]
const refusalOf = (query: string) => {
	try {
		return parseQuery(query)
	} catch (error) {
		return error instanceof RestRefusal ? error.code : error
	}
}
test('invalid, unsupported and too long queries are refused, and 50 columns accepted', () => {
	expect(REFUSED.map(([query]) => [query, refusalOf(query)])).toEqual(REFUSED)
	expect(parseQuery(`select=${'a,'.repeat(49)}a`).select).toHaveLength(50)
})

const COLUMNS = ['id', 'user_id', 'type', 'created_at']
const relation: Relation = {
	schema: 'public',
	name: 'sms_logs',
	isView: false,
	primaryKey: ['id'],
	columns: new Map(COLUMNS.map((name) => [name, { name, type: 'text', fallback: null }])),
}

/** Returns a statement or a refusal. Any other error fails the property. */
function print(query: string): { text: string; values: string[] } | RestRefusal {
	try {
		const tree = parseQuery(query)
		const format = { kind: 'json', isStripped: false } as const
		return printReadStatement(
			{ method: 'read', schema: 'public', table: 'sms_logs', query: tree, format, wantsCount: true },
			relation,
			1000,
		)
	} catch (error) {
		if (error instanceof RestRefusal) return error
		throw error
	}
}

const WORDS = [
	'select',
	'order',
	'or',
	'not.or',
	'limit',
	'id',
	'type',
	'text',
	'fts',
	'->',
	'->>',
	'::',
	'=',
	'&',
	'.',
	',',
	'(',
	')',
	'"',
	'\\',
	'eq',
	'in',
	'is',
	'null',
	'not',
	'cs',
	'{',
	'}',
	'*',
	':',
	'-',
	'>',
	'%',
	'+',
	';',
	"'",
	'--',
	'$1',
	'\0',
	' ',
]
const querySoup = fc
	.array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 24 })
	.map((parts) => parts.join(''))

test('any query becomes a statement or is refused', () => {
	fc.assert(
		fc.property(fc.oneof(querySoup, fc.string({ unit: 'binary' }), fc.webQueryParameters()), (query) => {
			const printed = print(query)
			if (printed instanceof RestRefusal) expect(printed.code).toMatch(/^(PGRST\d{3}|42703|42704)$/)
			else expect(printed.values.length).toBe(new Set(printed.text.match(/\$\d+/g)).size)
		}),
		{ numRuns: isLong ? 5000 : 1000 },
	)
})

/** Random value that must be sent as a bound parameter. The § would reveal it in the SQL text, where it could be an injection. */
const secret = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => `§${text}'"; drop table x --`)
const FILTERS: ((value: string) => string)[] = [
	(value) => `id=eq.${value}`,
	(value) => `id=not.like.${value}`,
	(value) => `type=ilike(all).${value}`,
	(value) => `type=cs.${value}`,
	(value) => `type=fts(english).${value}`,
	(value) => `type->>"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"=wfts.x`,
	(value) => `id=in.("${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}",b)`,
	(value) => `or=(id.eq."${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}",type.is.null)`,
]
test('values are never part of the SQL text', () => {
	fc.assert(
		fc.property(fc.constantFrom(...FILTERS), secret, (filter, value) => {
			const [name = '', ...rest] = filter(value).split('=')
			const printed = print(`${name}=${encodeURIComponent(rest.join('=').toWellFormed())}&select=id`)
			if (printed instanceof RestRefusal) throw printed
			expect(printed.text).not.toContain('§')
			expect(printed.text).not.toContain('drop')
			expect(printed.values.join()).toContain('§')
		}),
		{ numRuns: isLong ? 2000 : 500 },
	)
})

test('identifiers come from the catalog, and aliases are words of letters', () => {
	fc.assert(
		fc.property(querySoup, fc.constantFrom('select', 'order', 'columns', 'on_conflict'), (text, name) => {
			const printed = print(`${name}=${encodeURIComponent(text.toWellFormed())}`)
			if (printed instanceof RestRefusal) return
			const named = [...printed.text.matchAll(/(as )?"([^"]*)"/g)]
			for (const [, alias, identifier = ''] of named)
				if (alias) expect(identifier).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/)
				else expect([...COLUMNS, 'public', 'sms_logs']).toContain(identifier)
		}),
		{ numRuns: isLong ? 3000 : 700 },
	)
})
