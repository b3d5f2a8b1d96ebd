import type { RawBuilder, SqlBool } from 'kysely'

import { daysBeforeMs } from '#domain/privacy/periods.ts'
import type { Tx } from '#server/db/database.ts'
import type { Database } from '#server/db/row-types.ts'

export type TableName = keyof Database | 'pgboss.job'

/** An account with its verified addresses, or the owner of a mailbox without an account. */
export type Person = {
	userId: string | null
	/** Verified addresses in lower case. */
	emails: readonly string[]
	/** Each number with and without the leading plus: tables store it differently. */
	phones: readonly string[]
}

export type PersonLink<Column extends string = string> =
	| { column: Column; holds: 'user-id' }
	/**
	 * The row belongs to the owner of this address. `unowned` names a column: if it contains an account, the row belongs to that
	 * account instead.
	 */
	| { column: Column; holds: 'email'; unowned?: Column }
	/**
	 * The row belongs to a row of the table `of`, which belongs to the person. `kind`: applies only to rows with this value in this column;
	 * they store the key as text. `rule`: rule of `of` if it's a table of the same plugin.
	 */
	| { column: Column; of: keyof Database; key: string; kind?: readonly [Column, string]; rule?: TableRule }

export const daysBefore = (now: Date, days: number) => new Date(daysBeforeMs(now.getTime(), days))

export type Retention<Column extends string = string> =
	/**
	 * Rows are deleted this many days after the time in `clock`. With `byMonth`, all rows of a month are deleted together, once the last
	 * one is due.
	 */
	| { days: number; clock: Column; byMonth: true }
	| { days: number; clock: Column; byMonth?: never; only?: (now: Date) => RawBuilder<SqlBool>; with?: 'orders' }
	| { with: 'orders' }
	/** Rows are deleted by a cleanup service; `expires` describes when. */
	| { expires: string }
	/** Rows are kept as long as this reason applies. */
	| { while: string }

export type Rule<Column extends string = string> = {
	/** Described in docs/data-protection.md. */
	protection: 'secret' | 'personal' | 'learning' | 'ledger' | 'product'
	/** Name in the export of a person's data and in reports. */
	title: string
	purpose: string
	/** A row is about a person if any of these matches; null for tables without personal data. */
	person: readonly PersonLink<Column>[] | null
	retention: Retention<Column>
	/** Exported columns, or why the table isn't exported. */
	exported: readonly Column[] | string
	/**
	 * Present if rows move with a person into another academy. `check` returns the storable columns of a row from a copy, or null to
	 * refuse it; `quota` limits the table's `bytes` of one account.
	 */
	imported?: { quota: number; check: (row: Readonly<Record<string, unknown>>) => Record<string, unknown> | null }
	/** `clear` removes the personal data and keeps the rest. */
	erased:
		| 'delete'
		| { clear: Partial<Record<Column, string | number | null | RawBuilder<unknown>>> }
		| { keep: string }
		| { by: (tx: Tx, person: Person) => Promise<void> }
}

export type TableRule = Rule & { table: TableName }

type ColumnOf<T extends TableName> = T extends keyof Database ? keyof Database[T] & string : string

export type TableDeclaration<T extends TableName> = Omit<Rule<ColumnOf<T>>, 'erased'> & Partial<Pick<Rule<ColumnOf<T>>, 'erased'>>

/** Declares the rule of a table, whose rows are deleted with the person by default. Column names are checked at compile time. */
export const declareTable = <T extends TableName>(table: T, rule: TableDeclaration<T>): TableRule =>
	({ table, erased: 'delete', ...rule }) as TableRule

export const OWNED_BY_USER_ID = [{ column: 'user_id', holds: 'user-id' }] as const

/** Declares a table with a `user_id` whose rows are deleted with that account. */
export const declareUserTable = <T extends TableName>(table: T, rule: Omit<Rule<ColumnOf<T>>, 'person' | 'erased'>): TableRule =>
	({ table, person: OWNED_BY_USER_ID, erased: 'delete', ...rule }) as TableRule

export const declareSystemTable = <T extends TableName>(table: T, title: string, purpose: string): TableRule => ({
	table,
	protection: 'product',
	title,
	purpose,
	person: null,
	retention: { while: 'the server needs it' },
	exported: 'No row is about a person.',
	erased: { keep: 'no row is about a person' },
})

/** Declares a table of keys, hashes or encrypted values of the server. */
export const declareSecretTable = <T extends TableName>(...args: Parameters<typeof declareSystemTable<T>>): TableRule => ({
	...declareSystemTable(...args),
	protection: 'secret',
})
