import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type RuleName, rulesOf } from './rules.ts'

export async function listRulesOn(db: Db | Tx): Promise<ReadonlySet<string>> {
	const rows = await db.selectFrom('lifecycle_rules').select('name').where('is_on', '=', true).execute()
	return new Set(rows.map(({ name }) => name))
}

/** @returns the rule's name, or null if there is no such rule */
export async function switchRule(
	ctx: ServiceContext,
	db: Db | Tx,
	{ name, isOn }: { name: string; isOn: boolean },
): Promise<RuleName | null> {
	const rule = rulesOf(ctx.content).find((each) => each.name === name)
	if (!rule) return null
	const row = { is_on: isOn, changed_at: ctx.now() }
	await db
		.insertInto('lifecycle_rules')
		.values({ name: rule.name, ...row })
		.onConflict((conflict) => conflict.column('name').doUpdateSet(row))
		.execute()
	return rule.name
}
