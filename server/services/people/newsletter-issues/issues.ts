import { sql, type Updateable } from 'kysely'

import { type Db, inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import type { Database } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueBulkDelivery } from '#server/services/messaging/outbox/enqueue-message.ts'
import { lockAudience } from '#server/services/people/audiences/saved-audiences.ts'
import { audienceCondition, type AudienceRules, toStoredAudience } from '#server/services/people/newsletter/segment.ts'
import { readMailCopySizes } from '#server/services/platform/media/mail-copy.ts'

import { composeIssue, picturesOf, invalidIssue } from './issue-mail.ts'

export const MAX_SUBJECT_LENGTH = 150
export const BODY_LENGTH = 50_000

export type IssueState = 'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'sent'
export type TypedIssue = {
	subject: string
	preheader: string
	body: string
	rules: AudienceRules
	/** The saved audience. */ audienceId: string | null
}

export async function findIssue(db: Db | Tx, id: string) {
	if (!isUuid(id)) return undefined
	const row = await db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirst()
	return row && { ...row, subject: row.subject.trim(), body: row.body.trim() }
}

export type IssueRow = NonNullable<Awaited<ReturnType<typeof findIssue>>>

const issueChanged = () =>
	new ServiceError('conflict', 'issue_changed', 'Someone changed this email in the meantime. Check the version shown now, then try again.')

/**
 * Maximum total size of an issue's pictures. They are embedded in each email: mail clients truncate or reject large emails, and every
 * reader downloads the pictures.
 */
export const MAX_EMAIL_PICTURE_BYTES = 1_000_000
const MAX_PICTURES = 10

export const inKilobytes = (bytes: number) => `${Math.ceil(bytes / 1000).toLocaleString('en-US')} kB`

/**
 * Returns the total size of an issue's pictures.
 * @throws ServiceError issue_refused (422) if they are too large, too many, or no longer in the media library
 */
export async function measureIssuePictures(db: Db | Tx, body: string): Promise<number> {
	const ids = [...new Set(picturesOf(body).map(({ id }) => id))]
	if (ids.length > MAX_PICTURES) throw invalidIssue('body', `An email can have at most ${MAX_PICTURES} pictures. Remove some.`)
	const sizes = await readMailCopySizes(db, ids)
	if (sizes.size < ids.length) throw invalidIssue('body', 'A picture is no longer in Media, or can’t be converted. Choose another.')
	const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
	if (bytes <= MAX_EMAIL_PICTURE_BYTES) return bytes
	throw invalidIssue(
		'body',
		`The pictures add up to ${inKilobytes(bytes)}, and the limit is ${inKilobytes(MAX_EMAIL_PICTURE_BYTES)}. Remove one, or use smaller ones.`,
	)
}

const toLine = (typed: string) =>
	typed
		.toWellFormed()
		.replaceAll(/\p{Cc}+/gu, ' ')
		.trim()

/** A draft may lack its subject or text, which the table doesn't allow to be empty, so a space is stored. */
const orBlank = (text: string) => text || ' '

/**
 * Validates a draft and normalizes its texts.
 * @throws ServiceError issue_refused, audience_gone (422)
 */
async function requireValid(ctx: ServiceContext, db: Db | Tx, { subject, preheader, body, rules, audienceId }: TypedIssue) {
	const text = {
		subject: toLine(subject),
		preheader: toLine(preheader),
		body: body.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim(),
	}
	if (text.subject === '' && text.body === '') throw invalidIssue('subject', 'Enter a subject or a text.')
	if (text.subject.length > MAX_SUBJECT_LENGTH)
		throw invalidIssue('subject', `Use at most ${MAX_SUBJECT_LENGTH} characters in the subject.`)
	if (text.preheader.length > MAX_SUBJECT_LENGTH)
		throw invalidIssue('preheader', `Use at most ${MAX_SUBJECT_LENGTH} characters in the preview text.`)
	if (text.body.length > BODY_LENGTH)
		throw invalidIssue('body', `Use at most ${BODY_LENGTH.toLocaleString('en-US')} characters in the text.`)
	composeIssue(ctx.content, ctx.config, text)
	await measureIssuePictures(db, text.body)
	const audience = audienceId === null ? rules : (await lockAudience(db, audienceId)).rules
	return {
		...text,
		subject: orBlank(text.subject),
		body: orBlank(text.body),
		segment: JSON.stringify(toStoredAudience(audience)),
		audience_id: audienceId,
		changed_at: ctx.now(),
	}
}

/**
 * Checks that a draft can be sent.
 * @throws ServiceError issue_refused (422)
 */
export function requireSendable({ subject, body }: Pick<IssueRow, 'subject' | 'body'>): void {
	if (subject === '') throw invalidIssue('subject', 'Enter a subject.')
	if (body === '') throw invalidIssue('body', 'Enter a text.')
}

type Seen = { id: string; /** Time of the change that was shown last; empty before the first save. */ seen: string }

/** Returns the error for a draft that couldn't be changed: it is no longer a draft, or someone else changed it since it was shown. */
async function explainRefusal(db: Db | Tx, id: string): Promise<ServiceError> {
	const row = await db.selectFrom('newsletter_issues').select('state').where('id', '=', id).executeTakeFirst()
	if (row === undefined || row.state === 'draft') return issueChanged()
	return new ServiceError('conflict', 'issue_not_draft', 'This email has been scheduled or sent in the meantime, so it wasn’t changed.')
}

/** @throws ServiceError issue_changed, issue_not_draft (409) */
async function setDraft(db: Db | Tx, { id, seen }: Seen, values: Updateable<Database['newsletter_issues']>): Promise<void> {
	const row = await db
		.updateTable('newsletter_issues')
		.set(values)
		.where('id', '=', id)
		.where('state', '=', 'draft')
		.where(sql<boolean>`floor(extract(epoch from changed_at) * 1000)::text = ${seen}`)
		.returning('id')
		.executeTakeFirst()
	if (!row) throw await explainRefusal(db, id)
}

type Values = Awaited<ReturnType<typeof requireValid>>

/** True if a draft already has this text and audience: the save was repeated because its response was lost. */
async function isStored(db: Db | Tx, id: string, { subject, preheader, body, segment, audience_id: audience }: Values): Promise<boolean> {
	const row = await db
		.selectFrom('newsletter_issues')
		.select('id')
		.where('id', '=', id)
		.where('state', '=', 'draft')
		.where((eb) => eb.and({ subject, preheader, body }))
		.where(sql<boolean>`segment = ${segment}::jsonb and audience_id is not distinct from ${audience}`)
		.executeTakeFirst()
	return row !== undefined
}

/**
 * Saves a draft. The first save creates it; if it is repeated because the response was lost, it replaces the stored text.
 * @throws ServiceError issue_refused, audience_gone (422), issue_changed, issue_not_draft (409)
 */
export async function saveIssue(ctx: ServiceContext, db: Db | Tx, { typed, id, seen }: Seen & { typed: TypedIssue }): Promise<void> {
	const values = await requireValid(ctx, db, typed)
	if (seen !== '') return (await isStored(db, id, values)) ? undefined : setDraft(db, { id, seen }, values)
	const first = { ...values, created_at: values.changed_at }
	const row = await db
		.insertInto('newsletter_issues')
		.values({ ...first, id })
		.onConflict((conflict) =>
			conflict
				.column('id')
				.doUpdateSet(first)
				.whereRef('newsletter_issues.changed_at', '=', 'newsletter_issues.created_at')
				.where('newsletter_issues.state', '=', 'draft'),
		)
		.returning('id')
		.executeTakeFirst()
	if (!row) throw await explainRefusal(db, id)
}

/**
 * Gives a draft a saved audience.
 * @returns false if there is no such draft
 * @throws ServiceError audience_gone (422)
 */
export async function chooseAudience(
	ctx: ServiceContext,
	db: Db | Tx,
	{ issue, audienceId }: { issue: string; audienceId: string },
): Promise<boolean> {
	const { rules } = await lockAudience(db, audienceId)
	const { numUpdatedRows } = await db
		.updateTable('newsletter_issues')
		.set({ audience_id: audienceId, segment: JSON.stringify(toStoredAudience(rules)), changed_at: ctx.now() })
		.where('id', '=', issue)
		.where('state', '=', 'draft')
		.executeTakeFirst()
	return numUpdatedRows > 0n
}

/** `count`: recipients. `others`: confirmed subscribers whose consent doesn't cover newsletters. */
export type Audience = { count: number; others: number }

export async function countAudience(db: Db | Tx, rules: AudienceRules): Promise<Audience> {
	const { rows } = await sql<Audience>`
		select count(*) filter (where s.covers_newsletters)::int as count, count(*) filter (where not s.covers_newsletters)::int as others
		from newsletter_subscriptions s where s.status = 'confirmed' and ${audienceCondition(rules)}`.execute(db)
	return rows[0] ?? { count: 0, others: 0 }
}

/**
 * @param startsAt null to send now
 * @returns the number of recipients
 * @throws ServiceError issue_without_recipients, issue_in_the_past (422), issue_changed (409)
 */
export async function scheduleIssue(
	ctx: ServiceContext,
	db: Db | Tx,
	{ rules, startsAt, ...seen }: Seen & { rules: AudienceRules; startsAt: Date | null },
): Promise<number> {
	if (startsAt !== null && startsAt <= ctx.now()) {
		const message = 'This time has passed. Nothing was changed.'
		throw new ServiceError('unprocessable', 'issue_in_the_past', message, { fields: { starts_at: message } })
	}
	const { count: readers } = await countAudience(db, rules)
	if (readers === 0) {
		const message = 'No one would get this email: choose another audience. Nothing was changed.'
		throw new ServiceError('unprocessable', 'issue_without_recipients', message)
	}
	await setDraft(db, seen, { state: 'scheduled', starts_at: startsAt ?? ctx.now(), changed_at: ctx.now(), recipients: readers })
	return readers
}

/** State transitions of an issue: the states in which each is allowed, and the state it leads to. */
const STEPS = {
	unschedule: { from: ['scheduled'], to: 'draft' },
	pause: { from: ['sending'], to: 'paused' },
	resume: { from: ['paused'], to: 'sending' },
	stop: { from: ['sending', 'paused'], to: 'stopped' },
} as const satisfies Record<string, { from: readonly IssueState[]; to: IssueState }>

export type IssueTransition = keyof typeof STEPS

const listQueued = async (tx: Tx, id: string): Promise<string[]> => {
	const rows = await tx.selectFrom('outbox_messages').select('id').where('issue_id', '=', id).where('status', '=', 'queued').execute()
	return rows.map((row) => row.id)
}

/** @returns false if the issue's state doesn't allow the step */
export async function advanceIssue(
	ctx: ServiceContext,
	db: Db | Tx,
	{ id, step }: { id: string; step: IssueTransition },
): Promise<boolean> {
	const { from, to } = STEPS[step]
	const row = await db
		.updateTable('newsletter_issues')
		.set({
			state: to,
			changed_at: ctx.now(),
			...(to === 'stopped' && { ended_at: ctx.now() }),
			// A draft follows its saved audience, which may have changed while it was scheduled.
			...(to === 'draft' && {
				starts_at: null,
				segment: sql`coalesce((select a.segment from saved_audiences a where a.id = audience_id), segment)`,
			}),
		})
		.where('id', '=', id)
		.where('state', 'in', [...from])
		.returning('id')
		.executeTakeFirst()
	if (row && step === 'resume') await inTransaction(db, async (tx) => enqueueBulkDelivery(ctx, tx, await listQueued(tx, id)))
	return row !== undefined
}
