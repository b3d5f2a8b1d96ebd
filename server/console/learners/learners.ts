import { html } from 'hono/html'

import { readQuery, toPlaceOf } from '#server/console/shell/look-up.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { action, guardedAction, page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { STUCK_DAYS } from '#server/services/people/lifecycle/rules.ts'

import { findLearners, listLearners, listStuck, PAGE_SIZE } from './find-learners.ts'
import { ban, grantAccess, liftBan, removeFactors, cancelErasure, requestErasure, signOutEverywhere, takeCopy } from './learner-actions.ts'
import { showLearner } from './learner-page.ts'
import { learnerTable } from './learner-table.ts'
import { endView, seeAsLearner, showView, showViewPage } from './view.ts'
import { write } from './write.ts'

const filter = (typed: string, isStuck: boolean): Html =>
	html`<form class="choices" method="get" action="${places.learners}" role="search" aria-label="Learners">
			<div class="field">
				<label for="learners-q">Address, name, telephone or id</label>
				<input id="learners-q" name="q" type="search" value="${typed}" maxlength="320" autocomplete="off" />
			</div>
			<button class="quiet">Show</button>
		</form>
		<p>
			${
				isStuck
					? html`<a href="${places.learners}">All, newest first</a>`
					: html`<a href="${places.learners}?show=stuck">Learners who paid and stalled</a>`
			}
		</p>`

async function showStuck(work: Work) {
	const { c, ctx } = work
	const { stuck, next } = await listStuck(ctx.db, { now: ctx.now(), before: c.req.query('before') })
	const content = html`<p>Paid, no certificate yet, and nothing done for ${STUCK_DAYS} days; the newest access first.</p>
		${filter('', true)}
		${table({
			caption: 'Stalled learners',
			head: ['Learner', 'Access since', 'Last did something'],
			rows: stuck.map(({ user_id: account, email, granted_at, moved_at }) => [
				account === null ? email : html`<a href="${places.learners}/${account}">${email}</a>`,
				when(granted_at),
				moved_at === null ? 'never' : when(moved_at),
			]),
			empty: next ? 'Nobody among these; go on to older ones.' : 'Nobody has stalled.',
		})}
		${older(next ? `${places.learners}?${new URLSearchParams({ show: 'stuck', before: toPlaceOf(next) }).toString()}` : null)}`
	return showPage(work, { title: 'Stalled learners', content })
}

/** Learners, newest first; who stands still; or found by what is known of them. */
async function showLearners(work: Work) {
	const { c, ctx } = work
	if (c.req.query('show') === 'stuck') return showStuck(work)
	const typed = readQuery(c.req.query('q'))
	if (typed !== '') {
		const content = html`${filter(typed, false)} ${learnerTable(await findLearners(ctx.db, typed), 'Nobody is known by this.')}`
		return showPage(work, { title: 'Learners', content })
	}
	const learners = await listLearners(ctx.db, c.req.query('before'))
	const last = learners.length === PAGE_SIZE ? learners.at(-1) : undefined
	const content = html`${filter('', false)} ${learnerTable(learners, 'Nobody has an account yet.')}
	${older(last ? `${places.learners}?before=${encodeURIComponent(toPlaceOf(last))}` : null)}`
	return showPage(work, { title: 'Learners', content })
}

const LEARNER = `${places.learners}/:account`

export const learnerRoutes = [
	page(places.learners, 'support', showLearners),
	page(LEARNER, 'support', showLearner),
	action(`${LEARNER}/sign-out`, 'support', signOutEverywhere),
	action(`${LEARNER}/write`, 'support', write),
	guardedAction(`${LEARNER}/see`, seeAsLearner),
	page(`${LEARNER}/view`, 'operator', showView),
	page(`${LEARNER}/view/page`, 'operator', showViewPage),
	action(`${LEARNER}/view/end`, 'operator', endView),
	guardedAction(`${LEARNER}/grant`, grantAccess),
	guardedAction(`${LEARNER}/ban`, ban),
	guardedAction(`${LEARNER}/lift-ban`, liftBan),
	guardedAction(`${LEARNER}/factors`, removeFactors),
	guardedAction(`${LEARNER}/copy`, takeCopy),
	guardedAction(`${LEARNER}/erase`, requestErasure),
	guardedAction(`${LEARNER}/keep`, cancelErasure),
]
