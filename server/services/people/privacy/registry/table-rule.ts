import type { RawBuilder, SqlBool } from 'kysely'

import { cutoff } from '#domain/privacy/periods.ts'
import type { Tx } from '#server/db/database.ts'
import type { Database } from '#server/db/row-types.ts'

/** Tables of the migrations, and those of the job queue that carry what we give them. */
export type TableName = keyof Database | 'pgboss.job'

/** An account with the addresses that it has proven to be its own, or the owner of a mailbox without one. */
export type Person = {
	userId: string | null
	/** Lower case. */
	emails: readonly string[]
	/** Each with and without its plus: the tables differ. */
	phones: readonly string[]
}

/** How rows of a person are found. */
export type Link<Column extends string = string> =
	| { column: Column; holds: 'user-id' }
	/** `unowned` names a column: where it holds an account, the row is that account's, whatever address stands in it. */
	| { column: Column; holds: 'email'; unowned?: Column }
	/** The row belongs to a row of `of`, which says whose it is. */
	| { column: Column; of: keyof Database; key: string }

export const daysBefore = (now: Date, days: number) => new Date(cutoff(now.getTime(), days))

/** When rows are deleted although nobody asked for it. */
export type Retention<Column extends string = string> =
	/** So many days after the clock; `only` where something else must be true as well. */
	| { days: number; clock: Column; only?: (now: Date) => RawBuilder<SqlBool>; with?: 'orders' }
	/** Together with the order they belong to. */
	| { with: 'orders' }
	/** Soon, by a condition of their own that one of the clean-up services knows. */
	| { expires: string }
	/** For as long as the reason holds. */
	| { while: string }

export type Rule<Column extends string = string> = {
	/** Plain name, as the copy of a person's data and the reports call it. */
	title: string
	purpose: string
	/** Any of these; null where no row is about a person. */
	person: readonly Link<Column>[] | null
	retention: Retention<Column>
	/** The columns a person gets a copy of, or the reason why none. */
	exported: readonly Column[] | string
	/** What deleting the account does to the rows: `clear` takes the person out and leaves the fact. */
	erased:
		| 'delete'
		| { clear: Partial<Record<Column, string | number | null | RawBuilder<unknown>>> }
		| { keep: string }
		| { by: (tx: Tx, person: Person) => Promise<void> }
}

export type TableRule = Rule & { table: TableName }

type ColumnOf<T extends TableName> = T extends keyof Database ? keyof Database[T] & string : string

/** Names what a table holds of people; the columns are checked against the table's own. */
export const declare = <T extends TableName>(table: T, rule: Rule<ColumnOf<T>>): TableRule => ({ table, ...(rule as Rule) })

/** A table in which no row is about a person. */
export const impersonal = <T extends TableName>(table: T, title: string, purpose: string): TableRule => ({
	table,
	title,
	purpose,
	person: null,
	retention: { while: 'the server needs it' },
	exported: 'No row is about a person.',
	erased: { keep: 'no row is about a person' },
})
