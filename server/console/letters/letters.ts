import { html } from 'hono/html'

import { readPlace, toPlaceOf } from '#server/console/shell/look-up.ts'
import { showPage } from '#server/console/shell/page.ts'
import { badge, older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, guardedAction, page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { BULK_HOURS } from '#server/services/messaging/outbox/bulk-room.ts'
import { draftLetter, type LetterState } from '#server/services/people/letters/letters.ts'

import { readTyped, writeForm } from './letter-form.ts'
import { change, drop, preview, schedule, showLetter, step, test } from './one-letter.ts'

const PAGE_SIZE = 50

const toneOf = (state: LetterState) =>
	({ draft: 'calm', scheduled: 'warn', sending: 'warn', paused: 'warn', stopped: 'bad', sent: 'good' })[state] as
		| 'calm'
		| 'good'
		| 'bad'
		| 'warn'

async function showLetters(work: Work) {
	const { ctx, c } = work
	const place = readPlace(c.req.query('before'))
	let query = ctx.db.selectFrom('newsletter_letters').select(['id', 'subject', 'state', 'starts_at', 'queued', 'created_at'])
	if (place !== null) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(place.at, place.id)))
	const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(PAGE_SIZE).execute()
	const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
	const content = html`<p>
			Letters go to subscribers who agreed to them, one a week at most, from ${BULK_HOURS.first}:00 to ${BULK_HOURS.last}:00 New York time,
			${ctx.config.email.bulkPerHour.toLocaleString('en-US')} an hour at most. New articles are mailed by themselves.
		</p>
		<p><a class="button" href="${places.letters}/new">Write a letter</a></p>
		<p><a href="${places.lifecycle}">Automatic letters</a></p>
		${table({
			caption: 'Letters',
			head: ['Subject', 'State', 'Begins', 'Queued'],
			rows: rows.map((row) => [
				html`<a href="${places.letters}/${row.id}">${row.subject}</a>`,
				badge(row.state, toneOf(row.state)),
				when(row.starts_at),
				row.queued,
			]),
			empty: 'No letter was written yet.',
		})}
		${older(last ? `${places.letters}?before=${encodeURIComponent(toPlaceOf(last))}` : null)}`
	return showPage(work, { title: 'Letters', content })
}

const NEW = `${places.letters}/new`

async function showNew(work: Work, fields: Readonly<Record<string, string>> = {}, problem?: string) {
	const content = html`<p><a href="${places.letters}">Letters</a></p>
		${await writeForm(work.ctx.content, work, { action: NEW, typed: await readTyped(work.ctx.content, fields), problem })}`
	return showPage(work, { title: 'A new letter', content, ...(problem !== undefined && { status: 422 }) })
}

async function draft(work: Work, fields: Readonly<Record<string, string>>) {
	try {
		const id = await draftLetter(work.ctx, work.ctx.db, await readTyped(work.ctx.content, fields))
		await recordAction(work, work.ctx.db, { action: 'letter_drafted', object: { kind: 'letter', id } })
		return work.c.redirect(`${places.letters}/${id}?said=letter-saved`, 303)
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error
		return showNew(work, fields, error.message)
	}
}

const LETTER = `${places.letters}/:letter`

/** Letters to subscribers. */
export const letterRoutes = [
	page(places.letters, 'operator', showLetters),
	page(NEW, 'operator', (work) => showNew(work)),
	action(NEW, 'operator', draft),
	page(LETTER, 'operator', (work) => showLetter(work)),
	action(LETTER, 'operator', change),
	page(`${LETTER}/preview`, 'operator', preview),
	action(`${LETTER}/test`, 'operator', test),
	guardedAction(`${LETTER}/schedule`, schedule),
	action(`${LETTER}/step`, 'operator', step),
	action(`${LETTER}/delete`, 'operator', drop),
]
