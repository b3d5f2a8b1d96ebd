import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Maximum characters of a search text. No stored address, name or ID is longer. */
const MAX_LENGTH = 320

/** Makes a search text valid for PostgreSQL, which allows neither NUL nor lone surrogates. */
export const readQuery = (typed: string | undefined): string =>
	(typed ?? '').toWellFormed().replaceAll('\0', '').trim().slice(0, MAX_LENGTH)

/** Highest code point. Appended to a prefix, it sorts after any text with that prefix, in byte order. */
const LAST = '\u{10FFFF}'

/** Prefix search that can use a `text_pattern_ops` index. Typed wildcards have no effect. */
export const beginsWith = (column: RawBuilder<string>, prefix: string): RawBuilder<SqlBool> =>
	sql<SqlBool>`(${column} ~>=~ ${prefix} and ${column} ~<~ ${prefix + LAST})`

/** Sort order of a `text_pattern_ops` index, so PostgreSQL reads only the first matches instead of sorting all of them. */
export const inPrefixOrder = (column: RawBuilder<string>): RawBuilder<string> => sql<string>`${column} using ~<~`

/** Selects the first rows in index order: without an order, PostgreSQL may collect all matches before the limit. */
export const firstWithPrefix = (column: RawBuilder<string>, { prefix, limit }: { prefix: string; limit: number }): RawBuilder<unknown> =>
	sql`where ${beginsWith(column, prefix)} order by ${inPrefixOrder(column)} limit ${limit}`

const MAX_NAME = 80

/** SQL expressions for a name and its last word, in lower case, as in the indexes for prefix searches. */
export const sqlNamePrefixes = (name: RawBuilder<unknown>): [RawBuilder<string>, RawBuilder<string>] => [
	sql<string>`left(lower(${name}), ${sql.lit(MAX_NAME)})`,
	sql<string>`left(lower(regexp_replace(${name}, '^.*\\s', '')), ${sql.lit(MAX_NAME)})`,
]

/**
 * SQL expression for the last word of an address, as in the indexes: many people have no name, so bert.huber@example.com is also
 * found by "huber".
 */
const lastWordOf = (address: RawBuilder<unknown>): RawBuilder<string> =>
	sql<string>`regexp_replace(split_part(split_part(${address}, '@', 1), '+', 1), '^.*[._-]', '')`

/** SQL expressions for the parts of an address that a search finds, as in the indexes: last word, first number and domain. */
export const partsOf = (address: RawBuilder<unknown>): RawBuilder<string>[] => [
	lastWordOf(address),
	sql<string>`substring(split_part(${address}, '@', 1), '[0-9].*')`,
	sql<string>`split_part(${address}, '@', 2)`,
]

/** SQL expression for the words of a name between the first and the last, followed by the last, as in the index; null for two words. */
export const middleNamesOf = (name: RawBuilder<unknown>): RawBuilder<string> =>
	sql<string>`left(lower(substring(${name}, '^\\S+\\s+(\\S+\\s.*)$')), ${sql.lit(MAX_NAME)})`

/** Returns the lowercase prefix to search for in names (`sqlNamePrefixes`). */
export const toNamePrefix = (typed: string): string => typed.toLowerCase().slice(0, MAX_NAME)

/** Matches the last eight digits of an ID, as shown in emails and lists. */
export const SHORT_REFERENCE = /^#?([0-9a-f]{8})$/i

export const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Parses the cursor of a list sorted by time: `2026-11-23T08:00:00.000Z~<id>`. */
export function decodeCursor(text: string | undefined): { at: Date; id: string } | null {
	const [time = '', id = ''] = (text ?? '').split('~')
	const at = new Date(time)
	return Number.isNaN(at.getTime()) || !UUID_PATTERN.test(id) ? null : { at, id }
}

export const encodeCursor = ({ created_at: at, id }: { created_at: Date; id: string }): string => `${at.toISOString()}~${id}`
