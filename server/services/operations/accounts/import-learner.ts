import { sql } from 'kysely'
import { z } from 'zod'

import { ProgressEntrySchema } from '#contracts/progress.ts'
import { isOfMainCourse, joinContents, opensModule } from '#domain/gating/course-contents.ts'
import { acceptEntries, type CourseCatalog } from '#domain/progress/accept-entries.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { requireComplimentaryItem } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { validationFailed, requireEmailAddress } from '#server/services/identity/accounts/check-input.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'
import { readCourseCatalog } from '#server/services/learning/progress/course-catalog.ts'
import { writeProgressOf } from '#server/services/learning/progress/merge-learner-progress.ts'
import { listTableRules } from '#server/services/people/privacy/registry/registry.ts'
import type { TableRule } from '#server/services/people/privacy/registry/table-rule.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { addLearner } from './add-learner.ts'

const CopySchema = z.object({
	data: z.record(z.string(), z.object({ rows: z.array(z.record(z.string(), z.unknown())).max(100_000) })),
})

type Row = Readonly<Record<string, unknown>>
type Options = {
	/** IDs of `listComplimentaryItems`: the only access that the import gives. */
	gifts: readonly string[]
	/** True to email the invitation. */
	mails: boolean
}

export type LearnerCopy = {
	email: string
	name: string | null
	/** Rows by the title of their table. */
	tables: ReadonlyMap<string, readonly Row[]>
}

/** Caps times at the current time, since rows from a clock that is ahead would win every later merge. */
const withoutFuture = (nowMs: number) => (key: string, value: unknown) => {
	if ((key === 'changedAt' || key === 'answeredAt') && typeof value === 'number') return Math.min(value, nowMs)
	const isAhead = key === 'focus changed at' && typeof value === 'string' && Date.parse(value) > nowMs
	return isAhead ? new Date(nowMs).toISOString() : value
}

const columnsOf = (row: Row): Row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name.replaceAll(' ', '_'), value]))

/**
 * Parses a copy that another academy made of one person's data ("my-data.json").
 * @throws ServiceError validation_failed (400) with a message for the operator
 */
export function readLearnerCopy({ now }: Pick<ServiceContext, 'now'>, text: string): LearnerCopy {
	let json: unknown
	try {
		json = JSON.parse(text, withoutFuture(now().getTime()))
	} catch {
		throw validationFailed('This file isn’t JSON. Use the copy named my-data.json, not the ZIP.')
	}
	const copy = CopySchema.safeParse(json)
	if (!copy.success) throw validationFailed('This file isn’t a copy of a person’s data.')
	const tables = new Map(Object.entries(copy.data.data).map(([title, { rows }]) => [title, rows.map(columnsOf)]))
	const accounts = tables.get('Account') ?? []
	const account = accounts[0]
	if (accounts.length !== 1 || typeof account?.['email'] !== 'string')
		throw validationFailed('This copy has no account with an email address.')
	const { name } = Object(account['raw_user_meta_data']) as { name?: unknown }
	return { email: requireEmailAddress(account['email'].toLowerCase()), name: typeof name === 'string' && name !== '' ? name : null, tables }
}

/** Returns the catalog without modules of other courses, unless the operator gives access to them. */
function readCatalog({ content }: ServiceContext, gifts: readonly string[]): CourseCatalog {
	const opened = joinContents(gifts.flatMap((id) => requireComplimentaryItem(content, id).parts))
	const closed = new Set(
		content.allGatedModules
			.filter((module) => !module.isFree && !isOfMainCourse(module) && !opensModule(opened, module))
			.map(({ id }) => id),
	)
	const catalog = readCourseCatalog(content)
	return { ...catalog, modules: catalog.modules.filter(({ id }) => !closed.has(id)) }
}

function readEntry({ kind, key, done, detail, changed_at: changedAt }: Row): ProgressEntry | null {
	const time = typeof changedAt === 'string' ? Date.parse(changedAt) : Number.NaN
	const entry = ProgressEntrySchema.safeParse({ kind, key, done, changedAt: time, ...(detail !== null && { detail }) })
	return entry.success ? entry.data : null
}

const isModule = (id: unknown) => id === undefined || (Number.isInteger(id) && Number(id) >= 1 && Number(id) <= 99)

/** Rows to import, decided before anything is written. */
export type LearnerPlan = {
	progress: readonly ProgressEntry[]
	records: readonly { rule: TableRule; rows: readonly Row[]; quota: number }[]
	/** Row counts by title: how many are imported, and how many are about parts that this academy's course doesn't have. */
	imported: readonly { title: string; count: number; refused: number }[]
	/** Titles of tables whose rows stay with the other academy. */
	omitted: readonly string[]
}

/**
 * Decides which data moves with a person: progress, notes, exercises, recall answers and plans. The rest stays with the other academy,
 * which signed the certificates, took the orders and got the consents. This academy hasn't served the texts or graded the checks.
 * @throws ServiceError course_unknown (404) for a gift that doesn't exist
 */
export function planLearnerImport(ctx: ServiceContext, { tables }: LearnerCopy, { gifts }: Pick<Options, 'gifts'>): LearnerPlan {
	const rows = tables.get('Progress') ?? []
	const entries = rows.map(readEntry).filter((entry) => entry !== null)
	const unique = [...new Map(entries.map((entry) => [`${entry.kind}:${entry.key}`, entry])).values()]
	const { accepted: progress } = acceptEntries([], unique, { catalog: readCatalog(ctx, gifts), nowMs: ctx.now().getTime() })
	const records = listTableRules(ctx.plugins).flatMap((rule) => {
		const found = tables.get(rule.title) ?? []
		if (!rule.imported || found.length === 0) return []
		const { check, quota } = rule.imported
		const checked = found.flatMap((row) => (isModule(row['module_id']) ? [check(row)] : [])).filter((row) => row !== null)
		return [{ rule, rows: checked, quota }]
	})
	const imported = [
		{ title: 'Progress', count: progress.length, refused: rows.length - progress.length },
		...records.map(({ rule: { title }, rows: { length: count } }) => ({ title, count, refused: (tables.get(title)?.length ?? 0) - count })),
	]
	const titles = new Set(['Account', ...imported.map(({ title }) => title)])
	const omitted = [...tables].flatMap(([title, found]) => (found.length > 0 && !titles.has(title) ? [title] : []))
	return { progress, records, imported: imported.filter(({ count, refused }) => count + refused > 0), omitted }
}

async function writeRecords(tx: Tx, userId: string, { rule, rows, quota }: LearnerPlan['records'][number]): Promise<void> {
	const [first] = rows
	if (!first) return
	const table = sql.table(rule.table)
	const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
	await sql`insert into ${table} (user_id, ${columns}) select ${userId}::uuid, ${columns}
		from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) on conflict do nothing`.execute(tx)
	const { rows: sums } = await sql<{ used: number }>`
		select coalesce(sum(bytes), 0)::int as used from ${table} where user_id = ${userId}::uuid`.execute(tx)
	if ((sums[0]?.used ?? 0) > quota) throw new ServiceError('too-large', 'storage_full', `${rule.title} are more than an account can hold.`)
}

/**
 * Creates an account for a person who comes from another academy, with their data. Gives only the access that the operator names.
 * All or nothing.
 * @throws ServiceError email_exists (422) if the address has an account, which isn't changed; storage_full (413); course_unknown
 * (404)
 */
export const importLearner = (
	ctx: ServiceContext,
	copy: LearnerCopy,
	{ gifts, mails }: Options,
): Promise<LearnerPlan & { userId: string }> =>
	inTransaction(ctx.db, async (tx) => {
		const plan = planLearnerImport(ctx, copy, { gifts })
		const refusal = new ServiceError('unprocessable', 'email_exists', `${copy.email} has an account already. Nothing was changed.`)
		if (await findUserByEmail(tx, copy.email)) throw refusal
		const { userId, isNew } = await addLearner({ ...ctx, db: tx }, { email: copy.email, name: copy.name, gifts, mails })
		if (!isNew) throw refusal
		const progress = plan.progress.map((entry) => ({ userId, entry, storedAt: ctx.now() }))
		await writeProgressOf(tx, progress)
		for (const record of plan.records) await writeRecords(tx, userId, record)
		const counts = Object.fromEntries(plan.imported.map(({ title, count }) => [`imported ${title}`, count]))
		await recordAudit(ctx, tx, { action: 'user_modified', outcome: 'success', userId, detail: { by: 'operator', ...counts } })
		return { ...plan, userId }
	})
