import { sql } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type Automation, automationsOf, formatDelay } from './automations.ts'

/** An automation as the operator set it. */
export type ConfiguredAutomation = Automation & { isOn: boolean; delayHours: number }

/**
 * Lists the automations, grouped by event, shortest delay first. An automation without a stored row is off and has its default delay.
 */
export async function listAutomations({ content }: Pick<ServiceContext, 'content'>, db: Db | Tx): Promise<ConfiguredAutomation[]> {
	const rows = await db.selectFrom('lifecycle_rules').selectAll().execute()
	const own = rows.flatMap(({ name, title, trigger }) => (title === null || trigger === null ? [] : [{ name, title, trigger }]))
	const automations = automationsOf(content, own).map((automation) => {
		const row = rows.find(({ name }) => name === automation.name)
		return { ...automation, isOn: row?.is_on ?? false, delayHours: row?.delay_hours ?? automation.delay.hours }
	})
	const place = new Map(automations.map(({ after }, at) => [after, at]))
	return automations.toSorted(
		(one, other) => (place.get(one.after) ?? 0) - (place.get(other.after) ?? 0) || one.delayHours - other.delayHours,
	)
}

type Setting = { is_on?: boolean; delay_hours?: number | null; changed_at: Date }

/** @throws ServiceError rule_not_found (404) if an automation that an operator added was deleted in the meantime */
async function storeSetting(db: Db | Tx, { name, isOwn }: Pick<Automation, 'name' | 'isOwn'>, row: Setting): Promise<void> {
	if (!isOwn) {
		const first = { name, is_on: false, ...row }
		await db
			.insertInto('lifecycle_rules')
			.values(first)
			.onConflict((conflict) => conflict.column('name').doUpdateSet(row))
			.execute()
		return
	}
	const { numUpdatedRows } = await db.updateTable('lifecycle_rules').set(row).where('name', '=', name).executeTakeFirstOrThrow()
	if (numUpdatedRows === 0n) throw new ServiceError('not-found', 'rule_not_found', 'We can’t find that automation.')
}

/** @throws ServiceError automation_without_text (422), rule_not_found (404) */
export async function switchAutomation(
	ctx: Pick<ServiceContext, 'content' | 'now'>,
	db: Db | Tx,
	{ name, isOn }: { name: string; isOn: boolean },
): Promise<void> {
	const automation = (await listAutomations(ctx, db)).find((each) => each.name === name)
	if (isOn && (automation?.text.subject ?? '') === '')
		throw new ServiceError('unprocessable', 'automation_without_text', 'Write and publish its text first. Then you can turn it on.')
	await storeSetting(db, automation ?? { name, isOwn: true }, { is_on: isOn, changed_at: ctx.now() })
}

const refuse = (code: string, field: string, message: string) =>
	new ServiceError('unprocessable', code, message, { fields: { [field]: message } })

function requireDelay({ delay }: Pick<Automation, 'delay'>, hours: number): void {
	const isWhole = Number.isInteger(hours) && (delay.unit === 'hour' || hours % 24 === 0)
	if (isWhole && hours >= delay.least && hours <= delay.most) return
	const range = `${formatDelay(delay.least)} to ${formatDelay(delay.most)}`
	throw refuse('delay_refused', 'delay', `Enter a whole number${delay.unit === 'day' ? ' of days' : ''}, for a delay from ${range}.`)
}

/** @throws ServiceError delay_refused (422), rule_not_found (404) */
export async function setDelay(
	{ now }: Pick<ServiceContext, 'now'>,
	db: Db | Tx,
	{ automation, hours }: { automation: Automation; hours: number },
): Promise<void> {
	requireDelay(automation, hours)
	await storeSetting(db, automation, { delay_hours: hours === automation.delay.hours ? null : hours, changed_at: now() })
}

/** Maximum number of automations that an operator may add. */
const MAX_OWN = 30
export const MAX_TITLE_LENGTH = 80

/**
 * @param own name of the automation that is renamed; null for a new one
 * @throws ServiceError automation_refused (422)
 */
async function requireTitle(db: Db | Tx, typed: string, own: string | null): Promise<string> {
	const title = typed
		.toWellFormed()
		.replaceAll(/\p{Cc}+/gu, ' ')
		.trim()
	if (title === '') throw refuse('automation_refused', 'title', 'Enter a name.')
	if (title.length > MAX_TITLE_LENGTH) throw refuse('automation_refused', 'title', `Use at most ${MAX_TITLE_LENGTH} characters.`)
	// A form may be sent twice, and two people may choose the same name at the same moment. Reading isn't blocked.
	await sql`lock table lifecycle_rules in share row exclusive mode`.execute(db)
	const taken = await db
		.selectFrom('lifecycle_rules')
		.select('name')
		.where(sql<boolean>`lower(title) = lower(${title})`)
		.$if(own !== null, (query) => query.where('name', '<>', own))
		.executeTakeFirst()
	if (taken) throw refuse('automation_refused', 'title', 'Another automation has this name.')
	return title
}

type NewAutomation = { /** Unique, also among deleted ones. */ name: string; title: string; trigger: Automation; hours: number }

/**
 * Adds an automation, turned off and without a text.
 * @throws ServiceError automation_refused, delay_refused, too_many_automations (422)
 */
export async function addAutomation(
	{ now }: Pick<ServiceContext, 'now'>,
	db: Db | Tx,
	{ name, title, trigger, hours }: NewAutomation,
): Promise<void> {
	requireDelay(trigger, hours)
	const own = { name, title: await requireTitle(db, title, null), trigger: trigger.name }
	const { count } = await db
		.selectFrom('lifecycle_rules')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('title', 'is not', null)
		.executeTakeFirstOrThrow()
	if (Number(count) >= MAX_OWN)
		throw new ServiceError('unprocessable', 'too_many_automations', `You have added ${MAX_OWN} automations. Delete one to add another.`)
	await db
		.insertInto('lifecycle_rules')
		.values({ ...own, is_on: false, delay_hours: hours, changed_at: now() })
		.execute()
}

/** @throws ServiceError automation_refused (422) */
export async function renameAutomation(db: Db | Tx, { name, title }: { name: string; title: string }): Promise<void> {
	await db
		.updateTable('lifecycle_rules')
		.set({ title: await requireTitle(db, title, name) })
		.where('name', '=', name)
		.execute()
}

/** Deletes an automation that an operator added. Its emails that are still queued aren't sent. */
export async function deleteAutomation(db: Db | Tx, name: string): Promise<void> {
	await db.deleteFrom('lifecycle_rules').where('name', '=', name).where('title', 'is not', null).execute()
}
