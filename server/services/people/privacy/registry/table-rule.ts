import type { RawBuilder, SqlBool } from 'kysely'

import { cutoff } from '#domain/privacy/periods.ts'
import type { Tx } from '#server/db/database.ts'
import type { Database } from '#server/db/row-types.ts'

/** Tables of the migrations, and those of the job queue that hold our data. */
export type TableName = keyof Database | 'pgboss.job'

/** An account with its verified addresses, or the owner of a mailbox without one. */
export type Person = {
	userId: string | null
	/** Lower case. */
	emails: readonly string[]
	/** Each with and without its plus: the tables differ. */
	phones: readonly string[]
}

/** Path from a row to its person. */
export type Link<Column extends string = string> =
	| { column: Column; holds: 'user-id' }
	/** `unowned` names a column: where it holds an account, the row is that account's, whatever address is in it. */
	| { column: Column; holds: 'email'; unowned?: Column }
	/**
	 * The row belongs to a row of `of`, which has the person. `kind`: only rows whose column holds this word, and the key as text.
	 * `rule`: that of a table of the same plugin, which is not in the trunk.
	 */
	| { column: Column; of: keyof Database; key: string; kind?: readonly [Column, string]; rule?: TableRule }

export const daysBefore = (now: Date, days: number) => new Date(cutoff(now.getTime(), days))

/** Deletion without a request. */
export type Retention<Column extends string = string> =
	/** This many days after the clock; `only` adds a condition. */
	| { days: number; clock: Column; only?: (now: Date) => RawBuilder<SqlBool>; with?: 'orders' }
	/** Together with the order they belong to. */
	| { with: 'orders' }
	/** Soon, by the condition of one of the clean-up services. */
	| { expires: string }
	/** For as long as this reason holds. */
	| { while: string }

/** How a table's rows are protected: docs/data-protection.md. */
export const PROTECTION_CLASSES = ['secret', 'personal', 'learning', 'ledger', 'product'] as const

export type Rule<Column extends string = string> = {
	protection: (typeof PROTECTION_CLASSES)[number]
	/** Readable name, for the copy of a person's data and the reports. */
	title: string
	purpose: string
	/** Any of these; null where no row is about a person. */
	person: readonly Link<Column>[] | null
	retention: Retention<Column>
	/** The columns in a person's copy, or the reason why there are none. */
	exported: readonly Column[] | string
	/** Effect of deleting the account: `clear` removes the person and keeps the rest. */
	erased:
		| 'delete'
		| { clear: Partial<Record<Column, string | number | null | RawBuilder<unknown>>> }
		| { keep: string }
		| { by: (tx: Tx, person: Person) => Promise<void> }
}

export type TableRule = Rule & { table: TableName }

type ColumnOf<T extends TableName> = T extends keyof Database ? keyof Database[T] & string : string

/** Declares the personal data of a table; the columns are checked against the table's own. */
export const declare = <T extends TableName>(table: T, rule: Rule<ColumnOf<T>>): TableRule => ({ table, ...(rule as Rule) })

/** Rows that name their account. */
export const ownUser = [{ column: 'user_id', holds: 'user-id' }] as const

/** Declares a table whose rows name their account, and are deleted with it. */
export const declareOwn = <T extends TableName>(table: T, rule: Omit<Rule<ColumnOf<T>>, 'person' | 'erased'>): TableRule => ({
	...(rule as Rule),
	table,
	person: ownUser,
	erased: 'delete',
})

/** A table in which no row is about a person. */
export const impersonal = <T extends TableName>(table: T, title: string, purpose: string): TableRule => ({
	table,
	protection: 'product',
	title,
	purpose,
	person: null,
	retention: { while: 'the server needs it' },
	exported: 'No row is about a person.',
	erased: { keep: 'no row is about a person' },
})

/** Keys, hashes or sealed values of the server: no row is about a person. */
export const serverSecret = <T extends TableName>(...args: Parameters<typeof impersonal<T>>): TableRule => ({
	...impersonal(...args),
	protection: 'secret',
})
