import type { Content } from '#content/load-content.server.ts'
import { hasLeftConditions, negateClause, phraseAudience, readAudienceRows } from '#domain/newsletter/audience-rows.ts'
import type { Fields } from '#server/console/shell/console-request.ts'
import { listSegmentChoices, type SegmentChoice } from '#server/console/subscribers/segment-form.ts'
import { type Db, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { audienceGone, findAudience } from '#server/services/people/audiences/saved-audiences.ts'
import {
	type AudienceRules,
	type AudienceCondition,
	ALL_SUBSCRIBERS,
	parseCondition,
	printCondition,
	toAudienceRules,
} from '#server/services/people/newsletter/segment.ts'
import { listTags } from '#server/services/people/tags/learner-tags.ts'

/** `clause`: about a person, as in “completed “Offers””. */
export type AudienceOption = { value: string; clause: string }
export type AudienceGroup = { label: string; options: readonly AudienceOption[] }

const toOption = ({ name, phrase, clauses }: SegmentChoice, [value, label]: readonly [string, string]): AudienceOption => ({
	value: `${name}=${value}`,
	clause: clauses?.[value] ?? phrase.replace('{}', () => label),
})

/** Finds a condition among the choices of the content, including those that it no longer has. */
function findOption(content: Content, { name, value }: AudienceCondition): AudienceOption | null {
	const choice = listSegmentChoices(content, { stored: { [name]: value } }).find((each) => each.name === name)
	const option = choice?.options.find(([known]) => known === value)
	return choice && option ? toOption(choice, option) : null
}

/** Lists the conditions to choose from, including those in `rules` that the content no longer has. */
export async function listAudienceGroups(
	{ content, db }: { content: Content; db: Db | Tx },
	{ conditions }: AudienceRules,
): Promise<AudienceGroup[]> {
	return listSegmentChoices(content, { tags: await listTags(db) }).map((choice) => {
		// “Has no access” is the opposite of “has access”.
		const known = choice.options
			.filter(([value]) => !(choice.name === 'bought' && value.startsWith('no')))
			.map((each) => toOption(choice, each))
		const former = conditions
			.filter(({ name, value }) => name === choice.name && !known.some((each) => each.value === `${name}=${value}`))
			.flatMap((condition) => findOption(content, condition) ?? [])
		return { label: choice.label, options: [...known, ...former] }
	})
}

/** Describes an audience, as in “every subscriber who completed “Offers””. */
export function describeAudience(content: Content, { match, conditions }: AudienceRules): string {
	const clauses = conditions.map((condition) => {
		const clause = findOption(content, condition)?.clause ?? `is matched by “${printCondition(condition)}”, which no longer exists`
		return condition.isNot ? negateClause(clause) : clause
	})
	return phraseAudience(match, clauses)
}

/** Returns the audience's rules as the rows of a form. */
export const toRows = ({ match, conditions }: AudienceRules) => ({
	match,
	rows: conditions.map((condition) => ({ value: printCondition({ ...condition, isNot: false }), isNot: condition.isNot })),
})

/**
 * Reads the conditions of a form or URL.
 * @throws ServiceError audience_unknown (400), because ignoring a condition could widen the audience
 */
export function readConditions(content: Content, fields: Readonly<Record<string, string | undefined>>): AudienceRules {
	const { match, rows } = readAudienceRows(fields)
	const named = toAudienceRules({ ...fields, if: undefined })
	const typed = rows.map(({ value, isNot }) => {
		const condition = parseCondition(value)
		return { shown: value, condition: { ...condition, isNot: condition.isNot !== isNot } }
	})
	const given = named.conditions.map((condition) => ({ shown: `${condition.name}: ${fields[condition.name] ?? ''}`, condition }))
	const all = [...given, ...typed]
	const unknown = all.filter(({ condition }) => findOption(content, condition) === null).map(({ shown }) => shown)
	if (unknown.length > 0) {
		const message = `Emails can’t have this audience: ${unknown.join(', ')}. Open “New email” and choose an audience there.`
		throw new ServiceError('invalid', 'audience_unknown', message)
	}
	return { match, conditions: all.map(({ condition }) => condition) }
}

export type TypedAudience = { rules: AudienceRules; audienceId: string | null }

/**
 * Reads the audience of an email: `audience` is the ID of a saved one, empty for all subscribers, or `custom`. Conditions are ignored
 * if the form began with them (`audience_before`) and another audience was chosen: without JavaScript, their rows stay in the form.
 * @throws ServiceError audience_unknown (400), audience_gone, audience_unclear, audience_empty (422)
 */
export async function readTypedAudience({ content, db }: { content: Content; db: Db | Tx }, fields: Fields): Promise<TypedAudience> {
	const { audience } = fields
	const rules = hasLeftConditions(fields) ? ALL_SUBSCRIBERS : readConditions(content, fields)
	if (audience !== undefined && audience !== 'custom' && rules.conditions.length > 0) {
		const message = 'You chose an audience and conditions. Choose “Custom conditions”, or remove the conditions.'
		throw new ServiceError('unprocessable', 'audience_unclear', message, { fields: { audience: message } })
	}
	if (audience !== undefined && isUuid(audience)) {
		const saved = await findAudience(db, audience)
		if (!saved) throw audienceGone()
		return { rules: saved.rules, audienceId: saved.id }
	}
	if (audience === 'custom' && rules.conditions.length === 0) {
		const message = 'Choose a condition, or send it to all subscribers.'
		throw new ServiceError('unprocessable', 'audience_empty', message, { fields: { 'if-0': message } })
	}
	return { rules, audienceId: null }
}
