import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'
import { hasProgress, parseProgressState, type ProgressState } from '#server/services/learning/progress/progress-state.ts'
import { hasTag } from '#server/services/people/tags/learner-tags.ts'

export const SUBSCRIPTION_SOURCES = ['blog', 'popup', 'settings', 'import'] as const
export type SubscriptionSource = (typeof SUBSCRIPTION_SOURCES)[number]

/**
 * Conditions for subscribers; a missing one matches all. Quiz, module, progress and purchase are only known for people with an account or
 * a purchase.
 */
export type Segment = {
	source?: SubscriptionSource
	quiz?: { key: string; type: string }
	/** ID of a finished module. */
	finished?: string
	progress?: ProgressState
	bought?: boolean
	/** Code of the product that `bought` is about; absent for any. */
	product?: string
	/** A tag of the account with the address. */
	tag?: string
}

/** SQL condition on `newsletter_subscriptions as s`: the subscriber gets newsletters and automatic emails. */
export const isRecipient = sql<SqlBool>`(s.status = 'confirmed' and s.covers_newsletters)`

/** SQL join with verified accounts: an unverified address may belong to someone else. */
export const verifiedAccountJoin = sql`auth.users a on a.id = p.user_id and a.email_confirmed_at is not null and a.deleted_at is null`

// With two EXISTS joined by OR, PostgreSQL looks up each address of a page, and hashes both tables only for the whole list.
function boughtCondition(product?: string): RawBuilder<SqlBool> {
	const ofProduct = (code: RawBuilder<unknown>) => (product === undefined ? sql`` : sql`and ${code} = ${product}`)
	return sql<SqlBool>`(exists (select from entitlements e where e.email = s.email and ${isOpen} ${ofProduct(sql`e.product_code`)})
		or exists (select from entitlements p join ${verifiedAccountJoin} where ${isOpen} and a.email = s.email ${ofProduct(sql`p.product_code`)}))`
}

export const hasBought = boughtCondition()

/**
 * Returns an SQL condition on `newsletter_subscriptions as s`.
 * @param rows `few` makes PostgreSQL look up each address, which suits a page; with `all` it first finds all matching accounts
 */
export function segmentCondition(
	{ source, quiz, finished, progress, bought, product, tag }: Segment,
	rows: 'few' | 'all' = 'all',
): RawBuilder<SqlBool> {
	const some = (from: RawBuilder<unknown>) => (rows === 'few' ? sql`(select true ${from} limit 1) is true` : sql`exists (select ${from})`)
	const hasEntry = (is: RawBuilder<unknown>) =>
		some(sql`from progress_entries p join ${verifiedAccountJoin} where ${is} and a.email = s.email`)
	const isLearnerWho = (is: RawBuilder<unknown>) =>
		some(sql`from auth.users account where account.email = s.email and email_confirmed_at is not null and deleted_at is null and ${is}`)
	const conditions = [
		...(source === undefined ? [] : [sql`s.source = ${source}`]),
		...(quiz === undefined ? [] : [hasEntry(sql`p.kind = 'quiz-result' and p.key = ${quiz.key} and p.detail ->> 'type' = ${quiz.type}`)]),
		...(finished === undefined ? [] : [hasEntry(sql`p.kind = 'module' and p.done and p.key = ${finished}`)]),
		...(progress === undefined ? [] : [isLearnerWho(hasProgress(progress))]),
		...(bought === undefined ? [] : [bought ? boughtCondition(product) : sql`not ${boughtCondition(product)}`]),
		// The team tags the address that it sees, whether or not its owner has confirmed it.
		...(tag === undefined
			? []
			: [some(sql`from auth.users account where account.email = s.email and deleted_at is null and ${hasTag(sql`account.id`, tag)}`)]),
	]
	return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

/**
 * Parses a segment from a form, a URL or a stored issue: `source`, `quiz` as `key:type`, `module`, `progress`, `bought` as `yes`, `no`
 * or `yes:product`, `tag`.
 */
export function toSegment(value: unknown): Segment {
	const { source, quiz, module, progress, bought, tag } = (value ?? {}) as Readonly<Record<string, string | undefined>>
	const [key = '', type = ''] = (quiz ?? '').split(':')
	const [answer, product = ''] = (bought ?? '').split(':')
	const state = parseProgressState(progress)
	const known = SUBSCRIPTION_SOURCES.find((each) => each === source)
	return {
		...(known && { source: known }),
		...(key !== '' && { quiz: { key, type } }),
		...(module && { finished: module }),
		...(state && { progress: state }),
		...((answer === 'yes' || answer === 'no') && { bought: answer === 'yes', ...(product !== '' && { product }) }),
		...(tag && { tag }),
	}
}

/** A condition as text, such as `module` and `2`, or `bought` and `yes:lifetime`. */
export type AudienceCondition = { name: keyof ConditionNames; value: string; isNot: boolean }
type ConditionNames = Record<(typeof CONDITION_NAMES)[number], string>

export const CONDITION_NAMES = ['source', 'quiz', 'module', 'progress', 'bought', 'tag'] as const

/** Conditions for subscribers: all of them must be true, or at least one. Without conditions, everyone matches. */
export type AudienceRules = { match: 'all' | 'any'; conditions: readonly AudienceCondition[] }

export const ALL_SUBSCRIBERS: AudienceRules = { match: 'all', conditions: [] }

/**
 * Returns an SQL condition on `newsletter_subscriptions as s`. A condition that this program doesn't know matches no one, even if it's
 * negated.
 */
export function audienceCondition({ match, conditions }: AudienceRules): RawBuilder<SqlBool> {
	const each = conditions.map(({ name, value, isNot }) => {
		const segment = toSegment({ [name]: value })
		if (Object.keys(segment).length === 0) return sql`false`
		return isNot ? sql`not ${segmentCondition(segment)}` : segmentCondition(segment)
	})
	return each.length === 0 ? sql`true` : sql`(${sql.join(each, match === 'any' ? sql` or ` : sql` and `)})`
}

/** Matches no one. */
const UNKNOWN: AudienceCondition = { name: 'source', value: '?', isNot: false }

/** Earlier programs stored “has not bought” as the value `no`, such as `no:lifetime`. */
const withoutNo = (name: AudienceCondition['name'], value: string): AudienceCondition =>
	name === 'bought' && /^no(?::|$)/.test(value) ? { name, value: value.replace('no', 'yes'), isNot: true } : { name, value, isNot: false }

/** Parses a condition such as `module=2` or `!module=2`. */
export function parseCondition(text: unknown): AudienceCondition {
	const [, not, key, value] = /^(!?)([a-z]+)=(.+)$/s.exec(typeof text === 'string' ? text : '') ?? []
	const name = CONDITION_NAMES.find((each) => each === key)
	if (!name || value === undefined) return UNKNOWN
	const condition = withoutNo(name, value)
	return { ...condition, isNot: condition.isNot !== (not === '!') }
}

export const printCondition = ({ name, value, isNot }: AudienceCondition) => `${isNot ? '!' : ''}${name}=${value}`

type Stored = Readonly<Record<string, unknown>>

/** Parses the audience of a stored issue: an object with a value for each name, or with the conditions in `if`. */
export function toAudienceRules(stored: unknown): AudienceRules {
	const { match, if: conditions, ...named } = (stored ?? {}) as Stored
	if (Array.isArray(conditions)) return { match: match === 'any' ? 'any' : 'all', conditions: conditions.map(parseCondition) }
	const given = CONDITION_NAMES.flatMap((name) => {
		const value = named[name]
		return typeof value === 'string' && value !== '' ? [withoutNo(name, value)] : []
	})
	return { match: 'all', conditions: given }
}

/**
 * Makes programs that don’t know `if` send to no one instead of to everyone: they look for people who completed this module, which
 * doesn't exist.
 */
const NO_MATCH_IN_OLD_PROGRAMS = { module: 'needs a newer program' }

/**
 * Returns the stored form of the conditions. Where possible, programs from before migration 0367 can read it; those from before 0371
 * don't know tags.
 */
export function toStoredAudience({ match, conditions }: AudienceRules): Stored {
	const names = new Set(conditions.map(({ name }) => name))
	const isSimple =
		names.size === conditions.length &&
		(match === 'all' || conditions.length < 2) &&
		conditions.every(({ name, isNot }) => name !== 'tag' && (!isNot || name === 'bought'))
	if (!isSimple) return { match, if: conditions.map(printCondition), ...NO_MATCH_IN_OLD_PROGRAMS }
	return Object.fromEntries(conditions.map(({ name, value, isNot }) => [name, isNot ? value.replace('yes', 'no') : value]))
}
