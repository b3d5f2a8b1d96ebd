import { html } from 'hono/html'

import type { Content } from '#content/load-content.server.ts'
import type { SubscriptionStatus } from '#domain/newsletter/decide-mail.ts'
import { readQuery, toPlaceOf } from '#server/console/shell/look-up.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, choice, facts, folded, form, older, proofTime, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { action, guardedAction, page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'

import { nameOfSource, readSegment, segmentFields, type SegmentWords } from './asked-segment.ts'
import { countSubscribers, findSubscribers, type ListedSubscriber, listSubscribers } from './find-subscribers.ts'
import { sendFile } from './send-file.ts'
import { endOne, showSubscriber } from './subscriber-page.ts'
import { STATE_NAMES, STATES } from './subscriber-states.ts'

const subscriberTable = (rows: readonly ListedSubscriber[], empty: string): Html =>
	table({
		caption: 'Subscribers',
		head: ['Address', 'State', 'Asked', 'Where', 'Confirmed'],
		rows: rows.map((row) => [
			html`<a href="${places.subscribers}/${row.id}">${row.email}</a>`,
			badge(STATES[row.status].word, STATES[row.status].tone),
			proofTime(row.requested_at, row.source),
			nameOfSource(row.source),
			when(row.confirmed_at),
		]),
		empty,
	})

const STATE = { id: 'subscribers-state', name: 'state', label: 'State' }

type Chosen = { typed: string; status: SubscriptionStatus | null; words: SegmentWords }

const filter = async (content: Content, { typed, status, words }: Chosen): Promise<Html> =>
	html`<form class="choices" method="get" action="${places.subscribers}" role="search" aria-label="Subscribers">
		<div class="field">
			<label for="subscribers-q">Address begins with</label>
			<input id="subscribers-q" name="q" type="search" value="${typed}" maxlength="320" autocomplete="off" />
		</div>
		${choice({ ...STATE, options: STATE_NAMES.map((each) => [each, STATES[each].word] as const), chosen: status })}
		${await segmentFields(content, words)}
		<p>
			<label><input type="checkbox" name="count" value="1" /> count them</label>
		</p>
		<button class="quiet">Show</button>
	</form>`

const file = (work: Work, { status, words }: Chosen): Html =>
	folded(
		'These as a CSV file',
		form(work, {
			action: `${places.subscribers}/file`,
			label: 'Download the file',
			hidden: { ...words, state: status ?? '' },
			isGuarded: true,
			sendsFile: true,
			note: 'Every address of this state and segment, with its proof. The download is recorded.',
			tone: 'quiet',
		}),
	)

const readState = (text: string | undefined) => STATE_NAMES.find((each) => each === text) ?? null

async function showSubscribers(work: Work) {
	const {
		c,
		ctx: { db },
		by,
	} = work
	const typed = readQuery(c.req.query('q'))
	const status = readState(c.req.query('state'))
	const { segment, words } = await readSegment(work.ctx.content, (name) => c.req.query(name))
	const fields = await filter(work.ctx.content, { typed, status, words })
	if (typed !== '') {
		const found = await findSubscribers(db, typed)
		return showPage(work, {
			title: 'Subscribers',
			content: html`${fields} ${subscriberTable(found, 'No address begins like this.')}`,
		})
	}
	const { found, next } = await listSubscribers(db, { status, segment, before: c.req.query('before') })
	const counts = c.req.query('count') === '1' ? await countSubscribers(db, segment) : null
	const search = new URLSearchParams({ ...words, state: status ?? '', before: next ? toPlaceOf(next) : '' })
	const content = html`${by.role === 'operator' ? html`<p><a href="${places.imports}">Import subscribers</a></p>` : ''} ${fields}
	${counts === null ? '' : facts(STATE_NAMES.map((each) => [STATES[each].word, counts[each]]))}
	${subscriberTable(found, next ? 'None among these; go on to older ones.' : 'There are none.')}
	${older(next ? `${places.subscribers}?${search.toString()}` : null)} ${by.role === 'operator' ? file(work, { typed, status, words }) : ''}`
	return showPage(work, { title: 'Subscribers', content })
}

/** Who gets the newsletter, and the proof that they asked for it. */
export const subscriberRoutes = [
	page(places.subscribers, 'support', showSubscribers),
	page(`${places.subscribers}/:subscription`, 'support', (work) => showSubscriber(work)),
	action(`${places.subscribers}/:subscription/end`, 'support', endOne),
	guardedAction(`${places.subscribers}/file`, (work, fields) => sendFile(work, { fields, status: readState(fields.state) })),
]
