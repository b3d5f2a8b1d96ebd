import { FormRefused } from '#server/console/shell/form-refused.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { readTypedTime } from '#server/console/shell/zoned-time.ts'
import { readSegment } from '#server/console/subscribers/asked-segment.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import {
	changeLetter,
	countReaders,
	draftLetter,
	scheduleLetter,
	type Step,
	stepLetter,
	type Typed,
} from '#server/services/people/letters/letters.ts'
import { toSegment } from '#server/services/people/letters/stored-segment.ts'

import { composeSample, requireLetter } from './read-letters.ts'

type Fields = Readonly<Record<string, string>>

const objectOf = (id: string) => ({ kind: 'letter', id }) as const
const goTo = ({ c }: Work, id: string, said: string) => c.redirect(`${places.letters}/${id}?said=${said}`, 303)

/** What was typed; a segment that is none of the choices does not count. */
async function readTyped({ ctx: { content } }: Work, { subject = '', body = '', ...fields }: Fields): Promise<Typed> {
	const { words } = await readSegment(content, (name) => fields[name])
	return { subject, body, segment: words }
}

/** How many subscribers a segment has now, by the fields of its form. */
export async function countAudience({ c, ctx, url: { searchParams } }: Work): Promise<Response> {
	const { segment } = await readSegment(ctx.content, (name) => searchParams.get(name))
	return c.json({ count: await countReaders(ctx.db, segment) })
}

/** Shows the total in the form, where no script does. */
async function showTotal({ ctx }: Work, fields: Fields): Promise<never> {
	const { segment } = await readSegment(ctx.content, (name) => fields[name])
	throw new FormRefused(await countReaders(ctx.db, segment), 'unprocessable', 'not_saved_yet', 'The total is below. Nothing was saved yet.')
}

export async function draft(work: Work, fields: Fields) {
	if (fields.do === 'count') return showTotal(work, fields)
	const { ctx } = work
	const id = await draftLetter(ctx, ctx.db, await readTyped(work, fields))
	await recordAction(work, ctx.db, { action: 'letter_drafted', object: objectOf(id) })
	return goTo(work, id, 'letter-saved')
}

export async function change(work: Work, fields: Fields) {
	if (fields.do === 'count') return showTotal(work, fields)
	const { ctx } = work
	const { id } = await requireLetter(work)
	await changeLetter(ctx, ctx.db, { id, seen: fields.seen ?? '', typed: await readTyped(work, fields) })
	await recordAction(work, ctx.db, { action: 'letter_changed', object: objectOf(id) })
	return goTo(work, id, 'letter-saved')
}

/** The letter alone, as a mail program shows it: nothing is fetched and nothing runs. */
export async function preview(work: Work) {
	const { c } = work
	const { html } = composeSample(work, await requireLetter(work))
	c.header(
		'Content-Security-Policy',
		"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox",
	)
	c.header('X-Frame-Options', 'SAMEORIGIN')
	return c.html(html)
}

export async function test(work: Work) {
	const { ctx, by } = work
	const letter = await requireLetter(work)
	const sample = { ...composeSample(work, letter), headers: {}, template: 'newsletter.letter-test', subject: `Test: ${letter.subject}` }
	await inTransaction(ctx.db, (tx) => enqueueMessage(ctx, tx, { channel: 'email', to: by.email, ...sample }))
	await recordAction(work, ctx.db, { action: 'letter_tested', object: objectOf(letter.id) })
	return goTo(work, letter.id, 'letter-tested')
}

export async function schedule(work: Work, { starts_at: typed = '', seen = '' }: Fields) {
	const { ctx } = work
	const letter = await requireLetter(work)
	// Empty is now.
	const startsAt = typed.trim() === '' ? null : readTypedTime(ctx.content, typed, 'starts_at')
	const readers = await scheduleLetter(ctx, ctx.db, { id: letter.id, segment: toSegment(letter.segment), startsAt, seen })
	const after = { startsAt: (startsAt ?? ctx.now()).toISOString(), readers }
	await recordAction(work, ctx.db, { action: 'letter_scheduled', object: objectOf(letter.id), after })
	return goTo(work, letter.id, 'letter-scheduled')
}

const STEP_NAMES: readonly Step[] = ['unschedule', 'pause', 'resume', 'stop']

export async function step(work: Work, fields: Fields) {
	const { ctx } = work
	const { id, state } = await requireLetter(work)
	const name = STEP_NAMES.find((each) => each === fields.step)
	if (name === undefined || !(await stepLetter(ctx, ctx.db, { id, step: name }))) return goTo(work, id, 'letter-unchanged')
	await recordAction(work, ctx.db, { action: `letter_${name}`, object: objectOf(id), before: { state } })
	return goTo(work, id, `letter-${name}`)
}

export async function drop(work: Work) {
	const { c, ctx } = work
	const { id } = await requireLetter(work)
	const { numDeletedRows } = await ctx.db
		.deleteFrom('newsletter_letters')
		.where('id', '=', id)
		.where('state', '=', 'draft')
		.executeTakeFirst()
	if (numDeletedRows === 0n) return goTo(work, id, 'letter-unchanged')
	await recordAction(work, ctx.db, { action: 'letter_deleted', object: objectOf(id) })
	return c.redirect(`${places.letters}?said=letter-deleted`, 303)
}
