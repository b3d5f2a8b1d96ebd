import { isUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'

export const CHOICE_KINDS = ['stands-still', 'failed-check'] as const
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

/** A thing in the queue without a state of its own. `basis` is what the decision about it stands on. */
export type Choosable = { kind: ChoiceKind; object: string; basis: string; userId: string | null }
export type Choice = { state: 'done' } | { state: 'later'; until: Date }

/** Those about which nothing is decided: a thing that was done comes back when its facts change, one that was put off at its time. */
export async function withoutChosen<Item extends Choosable>({ db, now }: ServiceContext, items: readonly Item[]): Promise<Item[]> {
	if (items.length === 0) return []
	const chosen = await db
		.selectFrom('queue_choices')
		.select(['kind', 'object', 'state', 'until', 'basis'])
		.where(
			'object',
			'in',
			items.map(({ object }) => object),
		)
		.execute()
	const found = new Map(chosen.map((choice) => [`${choice.kind} ${choice.object}`, choice]))
	return items.filter(({ kind, object, basis }) => {
		const choice = found.get(`${kind} ${object}`)
		if (!choice) return true
		return choice.until === null ? choice.basis !== basis : choice.until <= now()
	})
}

export async function choose(ctx: ServiceContext, item: Choosable, { by, choice }: { by: string; choice: Choice }): Promise<void> {
	const { kind, object, ...facts } = item
	const row = {
		basis: facts.basis,
		user_id: facts.userId,
		state: choice.state,
		until: choice.state === 'later' ? choice.until : null,
		chosen_by: by,
		chosen_at: ctx.now(),
	}
	await ctx.db
		.insertInto('queue_choices')
		.values({ kind, object, ...row })
		.onConflict((conflict) => conflict.columns(['kind', 'object']).doUpdateSet(row))
		.execute()
}

/** @returns the account it is about, or null where there is nothing to take back */
export async function takeBackChoice({ db }: ServiceContext, { kind, object }: Pick<Choosable, 'kind' | 'object'>) {
	const gone = await db
		.deleteFrom('queue_choices')
		.where('kind', '=', kind)
		.where('object', '=', object)
		.returning(['state', 'user_id'])
		.executeTakeFirst()
	return gone ?? null
}

/** The newest decisions, to be taken back. */
export const listChosen = ({ db }: ServiceContext) =>
	db
		.selectFrom('queue_choices as choice')
		.leftJoin('auth.users as account', 'account.id', 'choice.user_id')
		.select(['kind', 'object', 'state', 'until', 'chosen_at', 'basis', 'user_id', 'account.email'])
		.orderBy('chosen_at', 'desc')
		.limit(10)
		.execute()

/** A thing of the queue as a form sends it back; null for what is none. */
export function readChoosable(fields: Readonly<Record<string, string>>): Choosable | null {
	const { object = '', basis = '', user: userId = '' } = fields
	const kind = CHOICE_KINDS.find((each) => each === fields.kind)
	if (!kind || object === '' || object.length > 300 || basis.length > 1000) return null
	return { kind, object, basis, userId: isUuid(userId) ? userId : null }
}
