import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Longer than any address, name or id that is kept. */
const MAX_LENGTH = 320

/** A search text made safe for the database: PostgreSQL has no NUL and no half characters. */
export const readQuery = (typed: string | undefined): string =>
	(typed ?? '').toWellFormed().replaceAll('\0', '').trim().slice(0, MAX_LENGTH)

/** Greater than any text that begins with the same characters, byte by byte. */
const LAST = '\u{10FFFF}'

/** Matches by an index with `text_pattern_ops`: typed wildcards have no effect. */
export const beginsWith = (column: RawBuilder<string>, prefix: string): RawBuilder<SqlBool> =>
	sql<SqlBool>`(${column} ~>=~ ${prefix} and ${column} ~<~ ${prefix + LAST})`

/** The order of that index: the first matches are read, not all of them sorted. */
export const inPrefixOrder = (column: RawBuilder<string>): RawBuilder<string> => sql<string>`${column} using ~<~`

/** The first rows of that index: without an order, PostgreSQL may collect all that match before it takes a few. */
export const firstThatBegin = (column: RawBuilder<string>, { prefix, limit }: { prefix: string; limit: number }): RawBuilder<unknown> =>
	sql`where ${beginsWith(column, prefix)} order by ${inPrefixOrder(column)} limit ${limit}`

/** The last eight digits of an id, as mails and lists show it. */
export const SHORT_REFERENCE = /^#?([0-9a-f]{8})$/i

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A place in a list that is read by time: `2026-11-23T08:00:00.000Z~<id>`. */
export function decodeCursor(text: string | undefined): { at: Date; id: string } | null {
	const [time = '', id = ''] = (text ?? '').split('~')
	const at = new Date(time)
	return Number.isNaN(at.getTime()) || !UUID.test(id) ? null : { at, id }
}

export const encodeCursor = ({ created_at: at, id }: { created_at: Date; id: string }): string => `${at.toISOString()}~${id}`
