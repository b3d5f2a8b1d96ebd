import { sql } from 'kysely'

import type { GatedModule } from '#domain/gating/check-module-access.ts'
import { fitsQuota, type StorageUse } from '#domain/storage/storage-quotas.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { Database } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireOpenModule } from '#server/services/learning/course/read-open-lesson.ts'
import { lockLearner } from '#server/services/learning/progress/merge-learner-progress.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

type Row = Readonly<Record<string, unknown>>

/** A table with one record per account and place in the course, such as a note on a section. Its column `bytes` has each record's size. */
export type RecordTable<T extends object> = {
	name: keyof Database
	/** Maps each key column to the record's property. The account is also part of the key. */
	key: Readonly<Record<string, keyof T & string>>
	/** Other columns, text or JSON and never null. The record's properties have the same names, so each name is one word. */
	body: readonly (keyof T & string)[]
	/** Parses a record; null if it is unusable. */
	parse: (raw: unknown) => T | null
	merge: (held: T, sent: T) => T
	isSame: (one: T, other: T) => boolean
	/** Maximum bytes of all records of an account. */
	quota: number
	/** Plural noun for the records. */
	what: string
}

const parseRow = <T extends object>({ key, body, parse }: RecordTable<T>, row: Row | null): T | null =>
	parse(
		Object.fromEntries([
			...Object.entries(key).map(([column, property]) => [property, row?.[column]]),
			...body.map((name) => [name, row?.[name]]),
		]),
	)

const toRow = <T extends object>({ key, body }: RecordTable<T>, record: T): Row =>
	Object.fromEntries([
		...Object.entries(key).map(([column, property]) => [column, record[property]]),
		...body.map((name) => [name, record[name]]),
	])

const listRefs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** Reads all records of an account and their size; the quota limits their number. */
export async function readRecords<T extends object>(
	db: Db | Tx,
	table: RecordTable<T>,
	userId: string,
): Promise<{ records: T[]; storage: StorageUse }> {
	const { name, key, body, quota } = table
	const keys = Object.keys(key)
	const { rows } = await sql<Row & { bytes: number }>`select ${listRefs([...keys, ...body, 'bytes'])} from ${sql.table(name)}
		where user_id = ${userId}::uuid order by ${listRefs(keys)}`.execute(db)
	return {
		records: rows.map((row) => parseRow(table, row)).filter((record) => record !== null),
		storage: { used: rows.reduce((sum, { bytes }) => sum + bytes, 0), limit: quota },
	}
}

/** Reads a record, its size and that of all records, in one query. */
async function readRecord<T extends object>(tx: Tx, table: RecordTable<T>, { userId, place }: { userId: string; place: T }) {
	const keys = Object.keys(table.key)
	const values = Object.values(table.key).map((property) => sql`${place[property]}`)
	const { rows } = await sql<{ used: number; bytes: number; held: Row | null }>`
		with own as (
			select *, (${listRefs(keys)}) = (${sql.join(values)}) as asked from ${sql.table(table.name)} where user_id = ${userId}::uuid
		)
		select coalesce(sum(bytes), 0)::int as used, coalesce(sum(bytes) filter (where asked), 0)::int as bytes,
			(select to_jsonb(own) from own where asked) as held
		from own`.execute(tx)
	const { used = 0, bytes = 0, held = null } = rows[0] ?? {}
	return { held: parseRow(table, held), bytes, storage: { used, limit: table.quota } }
}

/** @returns the record's size in bytes */
async function writeRecord<T extends object>(tx: Tx, table: RecordTable<T>, { userId, record }: { userId: string; record: T }) {
	const row = toRow(table, record)
	const values = Object.values(row).map((value) => sql`${typeof value === 'object' ? JSON.stringify(value) : value}`)
	const replaced = table.body.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
	const { rows } = await sql<{ bytes: number }>`
		insert into ${sql.table(table.name)} (user_id, ${listRefs(Object.keys(row))}) values (${userId}::uuid, ${sql.join(values)})
		on conflict (user_id, ${listRefs(Object.keys(table.key))}) do update set ${sql.join(replaced)}, stored_at = now()
		returning bytes`.execute(tx)
	return rows[0]?.bytes ?? 0
}

/** Checks a change before it is stored. `held` is null if there was no record. */
type Check<T> = (ctx: ServiceContext, change: { held: T | null; record: T }) => Promise<void> | void

/**
 * Merges a record from a browser into the stored one. Idempotent. The account is locked, so that no concurrent request changes
 * the sizes.
 * @param check runs if anything changes
 * @throws ServiceError `storage_full` (413) for a change that adds bytes
 */
export async function keepRecord<T extends object>(
	ctx: ServiceContext,
	table: RecordTable<T>,
	{ sent, check }: { sent: T; check: Check<T> },
): Promise<{ record: T; storage: StorageUse }> {
	const userId = requireLearnerId(ctx)
	return inTransaction(ctx.db, async (tx) => {
		await lockLearner(tx, userId)
		const { held, bytes, storage } = await readRecord(tx, table, { userId, place: sent })
		const record = table.merge(held ?? sent, sent)
		if (held && table.isSame(held, record)) return { record, storage }
		await check({ ...ctx, db: tx }, { held, record })
		return { record, storage: requireQuota(storage, (await writeRecord(tx, table, { userId, record })) - bytes, table.what) }
	})
}

/**
 * Creates the rule for importing a person's records from another academy. `fits` returns false for a record that a browser couldn't send
 * either.
 */
export const createImportRule = <T extends object>(table: RecordTable<T>, fits: (record: T) => boolean = () => true) => ({
	quota: table.quota,
	check(row: Row) {
		const record = parseRow(table, row)
		return record && fits(record) ? toRow(table, record) : null
	},
})

/**
 * Requires that the learner may read the record's module. Throws a conflict instead of a 403 or 404: the browser then keeps the
 * record, sends the others, and retries only after a change.
 * @param home prefix of the error codes
 * @throws ServiceError `<home>_unknown`, `<home>_closed` (409)
 */
export async function requireModuleAccessForRecord(
	ctx: ServiceContext,
	home: `${string}_${'module' | 'section'}`,
	module: GatedModule | null,
): Promise<void> {
	const [, kind = ''] = home.split('_')
	if (!module) throw new ServiceError('conflict', `${home}_unknown`, `We can’t find that ${kind} in the course`)
	try {
		await requireOpenModule(ctx, module, [])
	} catch (error) {
		if (error instanceof ServiceError) throw new ServiceError('conflict', `${home}_closed`, error.message)
		throw error
	}
}

/** @param growth additional bytes */
function requireQuota(storage: StorageUse, growth: number, what: string): StorageUse {
	const after = { ...storage, used: storage.used + growth }
	if (!fitsQuota(after, growth)) throw new ServiceError('too-large', 'storage_full', `Your account has no storage left for ${what}`)
	return after
}
