import { html } from 'hono/html'

import { CONSOLE_ZONE, CONSOLE_ZONE_NAME } from '#server/console/shell/console-zone.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, facts, folded, form, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { readZonedTime } from '#server/console/shell/zoned-time.ts'
import { readSegment } from '#server/console/subscribers/asked-segment.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { composeLetter } from '#server/services/people/letters/letter-mail.ts'
import {
	changeLetter,
	countMails,
	countReaders,
	findLetter,
	type LetterRow,
	scheduleLetter,
	type Step,
	stepLetter,
} from '#server/services/people/letters/letters.ts'
import { toSegment } from '#server/services/people/letters/stored-segment.ts'

import { readTyped, writeForm } from './letter-form.ts'

type Fields = Readonly<Record<string, string>>

const toneOf = (state: LetterRow['state']) =>
	state === 'sent' ? 'good' : state === 'stopped' ? 'bad' : state === 'draft' ? 'calm' : 'warn'

async function readLetter({ c, ctx: { db } }: Work): Promise<LetterRow> {
	const letter = await findLetter(db, c.req.param('letter') ?? '')
	if (!letter) throw new ServiceError('not-found', 'letter_not_found', 'There is no such letter. It may have been deleted.')
	return letter
}

const seenOf = (letter: LetterRow) => String(letter.changed_at.getTime())
const sampleUrl = ({ ctx: { config } }: Work) => `${config.siteUrl}/unsubscribe`

const stepForm = (
	work: Work,
	letter: LetterRow,
	{ step: name, label, note, tone = 'quiet' }: { step: Step; label: string; note?: string; tone?: 'quiet' | 'danger' },
): Html =>
	form(work, { action: `${places.letters}/${letter.id}/step`, label, hidden: { step: name }, tone, ...(note !== undefined && { note }) })

const previews = (work: Work, letter: LetterRow): Html => {
	const address = `${places.letters}/${letter.id}/preview`
	const { text } = composeLetter(work.ctx.content, work.ctx.config, letter)(sampleUrl(work))
	return html`<h2>How it looks</h2>
		<div class="previews">
			<figure>
				<figcaption>On a telephone</figcaption>
				<iframe title="The letter on a telephone" src="${address}" width="390" height="640" sandbox></iframe>
			</figure>
			<figure>
				<figcaption>On a wide screen</figcaption>
				<iframe title="The letter on a wide screen" src="${address}" width="680" height="640" sandbox></iframe>
			</figure>
		</div>
		${folded('As plain text', html`<div class="letter">${text}</div>`)}`
}

async function draftParts(work: Work, letter: LetterRow, typed: Fields): Promise<Html> {
	const action = `${places.letters}/${letter.id}`
	const all = await countReaders(work.ctx.db, {})
	const readers = await countReaders(work.ctx.db, toSegment(letter.segment))
	const startsAt = typed.starts_at ?? ''
	return html`<h2>Send it</h2>
		${facts([
			['Would get it now', readers],
			['Subscribers who agreed to letters', all],
		])}
		<p class="note">Whoever subscribed when articles alone were promised gets no letters.</p>
		${form(work, { action: `${action}/test`, label: `Send a test to ${work.by.email}`, tone: 'quiet' })}
		<form method="post" action="${action}/schedule" class="act">
			<input type="hidden" name="form_token" value="${work.by.formToken}" />
			<input type="hidden" name="seen" value="${seenOf(letter)}" />
			<div class="field">
				<label for="letter-starts">Send at (${CONSOLE_ZONE_NAME})</label>
				<input id="letter-starts" name="starts_at" type="datetime-local" value="${startsAt}" aria-describedby="letter-starts-hint" />
				<small id="letter-starts-hint">Leave empty to send now. We don’t send at night.</small>
			</div>
			${
				work.by.isProven
					? ''
					: html`<div class="field">
							<label for="letter-code">Code of your authenticator app</label>
							<input id="letter-code" name="code" maxlength="40" required autocomplete="one-time-code" />
						</div>`
			}
			<p class="note">It goes to the ${readers} of above, and to whoever joins them until it begins.</p>
			<button class="main">Send it</button>
		</form>
		${form(work, { action: `${action}/delete`, label: 'Delete this draft', tone: 'danger' })}`
}

const sentParts = async (work: Work, letter: LetterRow): Promise<Html> => {
	const mails = await countMails(work.ctx.db, letter.id)
	const { sent = 0, queued = 0, sending = 0, suppressed = 0, failed = 0, bounced = 0, unknown = 0 } = mails
	return html`${facts([
			['Begins', when(letter.starts_at)],
			['Began', when(letter.started_at)],
			['Ended', when(letter.ended_at)],
			['Queued', letter.queued],
			['Sent', sent],
			['Waiting', queued + sending],
			['Held back', suppressed],
			['Failed', failed + bounced + unknown],
		])}
		<div class="buttons">
			${letter.state === 'scheduled' ? stepForm(work, letter, { step: 'unschedule', label: 'Unschedule' }) : ''}
			${letter.state === 'sending' ? stepForm(work, letter, { step: 'pause', label: 'Pause' }) : ''}
			${letter.state === 'paused' ? stepForm(work, letter, { step: 'resume', label: 'Resume' }) : ''}
			${letter.state === 'sending' || letter.state === 'paused' ? stepForm(work, letter, { step: 'stop', label: 'Stop', note: 'It cannot be started again.', tone: 'danger' }) : ''}
		</div>`
}

type Again = { problem?: string; typed?: Fields; status?: 409 | 422 }

/** One letter: written, looked at, sent, counted. */
export async function showLetter(work: Work, { problem, typed = {}, status = 422 }: Again = {}) {
	const letter = await readLetter(work)
	const stored = { subject: letter.subject, body: letter.body, ...(letter.segment as Fields) }
	const shown = await readTyped(work.ctx.content, typed.subject === undefined ? stored : typed)
	const { title } = await readSegment(work.ctx.content, (name) => stored[name as keyof typeof stored])
	const isDraft = letter.state === 'draft'
	const content = html`<p><a href="${places.letters}">Letters</a></p>
		${facts([
			['State', badge(letter.state, toneOf(letter.state))],
			['Who gets it', title],
		])}
		${
			isDraft
				? await writeForm(work.ctx.content, work, { action: `${places.letters}/${letter.id}`, typed: shown, seen: seenOf(letter), problem })
				: html`${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`} ${await sentParts(work, letter)}`
		}
		${previews(work, letter)} ${isDraft ? await draftParts(work, letter, typed) : ''}`
	return showPage(work, { title: letter.subject, content, hasFrames: true, ...(problem !== undefined && { status }) })
}

/** @returns the page again with what was typed, for what a person can mend */
function again(work: Work, error: unknown, typed: Fields) {
	if (!(error instanceof ServiceError)) throw error
	return showLetter(work, { problem: error.message, typed, status: error.kind === 'conflict' ? 409 : 422 })
}

export async function change(work: Work, fields: Fields) {
	const { id } = await readLetter(work)
	try {
		await changeLetter(work.ctx, work.ctx.db, { id, seen: fields.seen ?? '', typed: await readTyped(work.ctx.content, fields) })
	} catch (error) {
		return again(work, error, fields)
	}
	await recordAction(work, work.ctx.db, { action: 'letter_changed', object: { kind: 'letter', id } })
	return work.c.redirect(`${places.letters}/${id}?said=letter-saved`, 303)
}

/** The letter alone, as a mail program shows it: nothing is fetched and nothing runs. */
export async function preview(work: Work) {
	const letter = await readLetter(work)
	work.c.header(
		'Content-Security-Policy',
		"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox",
	)
	work.c.header('X-Frame-Options', 'SAMEORIGIN')
	return work.c.html(composeLetter(work.ctx.content, work.ctx.config, letter)(sampleUrl(work)).html)
}

export async function test(work: Work) {
	const letter = await readLetter(work)
	const mail = composeLetter(work.ctx.content, work.ctx.config, letter)(sampleUrl(work))
	await inTransaction(work.ctx.db, async (tx) => {
		const subject = `Test: ${letter.subject}`
		await enqueueMessage(work.ctx, tx, {
			channel: 'email',
			to: work.by.email,
			...mail,
			headers: {},
			template: 'newsletter.letter-test',
			subject,
		})
		await recordAction(work, tx, { action: 'letter_tested', object: { kind: 'letter', id: letter.id } })
	})
	return work.c.redirect(`${places.letters}/${letter.id}?said=letter-tested`, 303)
}

export async function schedule(work: Work, fields: Fields) {
	const letter = await readLetter(work)
	const typed = (fields.starts_at ?? '').trim()
	const startsAt = typed === '' ? null : readZonedTime(typed.slice(0, 16), CONSOLE_ZONE)
	const { ctx } = work
	try {
		if (typed !== '' && startsAt === null)
			throw new ServiceError(
				'unprocessable',
				'letter_time_unreadable',
				'That time doesn’t exist (daylight saving), or isn’t a date. Nothing was changed.',
			)
		await inTransaction(ctx.db, async (tx) => {
			const segment = toSegment(letter.segment)
			const readers = await scheduleLetter(ctx, tx, { id: letter.id, segment, startsAt, seen: fields.seen ?? '' })
			await recordAction(work, tx, {
				action: 'letter_scheduled',
				object: { kind: 'letter', id: letter.id },
				after: { startsAt: (startsAt ?? ctx.now()).toISOString(), readers },
			})
		})
	} catch (error) {
		return again(work, error, { starts_at: typed })
	}
	return work.c.redirect(`${places.letters}/${letter.id}?said=letter-scheduled`, 303)
}

const STEP_NAMES: readonly Step[] = ['unschedule', 'pause', 'resume', 'stop']

export async function step(work: Work, fields: Fields) {
	const letter = await readLetter(work)
	const name = STEP_NAMES.find((each) => each === fields.step)
	const isDone = name !== undefined && (await stepLetter(work.ctx, work.ctx.db, { id: letter.id, step: name }))
	if (isDone)
		await recordAction(work, work.ctx.db, {
			action: `letter_${name}`,
			object: { kind: 'letter', id: letter.id },
			before: { state: letter.state },
		})
	return work.c.redirect(`${places.letters}/${letter.id}?said=${isDone ? `letter-${name}` : 'letter-unchanged'}`, 303)
}

export async function drop(work: Work) {
	const { id } = await readLetter(work)
	const { numDeletedRows } = await work.ctx.db
		.deleteFrom('newsletter_letters')
		.where('id', '=', id)
		.where('state', '=', 'draft')
		.executeTakeFirst()
	if (numDeletedRows === 0n) return work.c.redirect(`${places.letters}/${id}?said=letter-unchanged`, 303)
	await recordAction(work, work.ctx.db, { action: 'letter_deleted', object: { kind: 'letter', id } })
	return work.c.redirect(`${places.letters}?said=letter-deleted`, 303)
}
