import { html } from 'hono/html'

import type { Html } from '#server/console/shell/page.ts'
import { badge, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'

import type { ListedLearner } from './find-learners.ts'

/** A guest's purchase made the account, and its owner has not signed in yet. */
export const UNCLAIMED = 'Paid, not signed in yet'

const nameOf = ({ id, email, phone }: { id: string; email: string | null; phone?: string | null }) => email ?? phone ?? id.slice(-8)

export const learnerTable = (learners: readonly ListedLearner[], empty: string): Html =>
	table({
		caption: 'Learners',
		head: ['Learner', 'Name', 'Account since', 'Last signed in', 'Access'],
		rows: learners.map((learner) => [
			html`<a href="${places.learners}/${learner.id}">${nameOf(learner)}</a>`,
			learner.name ?? '–',
			when(learner.created_at),
			when(learner.last_sign_in_at),
			learner.access === 'open' ? badge('open', 'good') : learner.access === 'unclaimed' ? badge(UNCLAIMED, 'warn') : '–',
		]),
		empty,
	})
