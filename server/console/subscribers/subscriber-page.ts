import { html } from 'hono/html'

import { readQuery } from '#server/console/shell/look-up.ts'
import { showPage } from '#server/console/shell/page.ts'
import { badge, facts, form, proofTime, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { endByOperator } from '#server/services/people/newsletter/end-by-operator.ts'

import { nameOfSource } from './asked-segment.ts'
import { STATES } from './subscriber-states.ts'

async function readSubscriber({ c, ctx: { db } }: Work) {
	const id = c.req.param('subscription') ?? ''
	const row = isUuid(id) ? await db.selectFrom('newsletter_subscriptions').selectAll().where('id', '=', id).executeTakeFirst() : undefined
	if (!row) throw new ServiceError('not-found', 'subscription_not_found', 'There is no such subscription. It may have been deleted.')
	return row
}

type Subscriber = Awaited<ReturnType<typeof readSubscriber>>

const ENDED: Readonly<Record<string, string>> = { reader: 'by its reader', operator: 'in the console' }

const proofOf = (row: Subscriber) =>
	facts([
		['State', badge(STATES[row.status].word, STATES[row.status].tone)],
		['First name', row.first_name ?? '–'],
		['Asked', proofTime(row.requested_at, row.source)],
		['Where', row.asked_place === null ? nameOfSource(row.source) : html`${nameOfSource(row.source)}: ${row.asked_place}`],
		[
			'Confirmed',
			row.source === 'settings'
				? html`${when(row.confirmed_at)}<br /><small>the account’s address was proven</small>`
				: when(row.confirmed_at),
		],
		['Ended', row.unsubscribed_at ? html`${when(row.unsubscribed_at)} ${ENDED[row.ended_by ?? ''] ?? ''}` : '–'],
	])

/** One subscription with the proof of its consent. */
export async function showSubscriber(work: Work, { problem, reason = '' }: { problem?: string; reason?: string } = {}) {
	const row = await readSubscriber(work)
	const isRunning = row.status === 'pending' || row.status === 'confirmed'
	const content = html`<p><a href="${places.subscribers}">Subscribers</a></p>
		${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`} ${proofOf(row)}
		<h2>The words that it was asked for with</h2>
		${
			row.asked_words === null
				? html`<p class="empty">
						${row.source === 'import' ? 'Its owner was not asked yet: a mail does that in its turn.' : html`It is older than the record of words: see the history of <code>content/</code> at the time it was asked for.`}
					</p>`
				: html`<div class="letter">${row.asked_words}</div>`
		}
		<p><a class="more" href="${places.messages}?address=${encodeURIComponent(row.email)}">Mails to this address</a></p>
		${
			isRunning
				? html`<h2>End it</h2>
						${form(work, {
							action: `${places.subscribers}/${row.id}/end`,
							label: 'End the subscription',
							fields: [{ name: 'reason', label: 'Why', hint: 'For the record, without names.', maxLength: 300, value: reason }],
							note: 'Only the reader can subscribe again.',
							tone: 'danger',
						})}`
				: ''
		}`
	return showPage(work, { title: row.email, content, ...(problem !== undefined && { status: 422 }) })
}

export async function endOne(work: Work, { reason = '' }: Readonly<Record<string, string>>) {
	const { id } = await readSubscriber(work)
	const why = readQuery(reason)
	if (why === '') return showSubscriber(work, { problem: 'Please say why. Nothing was changed.', reason })
	const before = await inTransaction(work.ctx.db, async (tx) => {
		const status = await endByOperator(work.ctx, tx, id)
		if (status !== null)
			await recordAction(work, tx, {
				action: 'subscription_ended',
				object: { kind: 'subscription', id },
				reason: why,
				before: { status },
				after: { status: 'unsubscribed' },
			})
		return status
	})
	return work.c.redirect(`${places.subscribers}/${id}?said=${before === null ? 'subscription-unchanged' : 'subscription-ended'}`, 303)
}
