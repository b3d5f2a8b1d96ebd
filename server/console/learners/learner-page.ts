import { html } from 'hono/html'

import type { Content } from '#content/load-content.server.ts'
import { describeDevice } from '#domain/auth/describe-device.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, facts, folded, form, table, timeline, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'
import type { Db } from '#server/db/database.ts'
import { readMetadata, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { readServed } from '#server/services/learning/certificates/course-evidence.ts'
import { hasUnclaimedAccess, readAccessState } from '#server/services/learning/entitlements/read-access-state.ts'
import { readProgressRows } from '#server/services/learning/progress/progress-rows.ts'
import { findPending } from '#server/services/people/privacy/erasures.ts'

import { requireLearnerOf } from './learner-actions.ts'
import { UNCLAIMED } from './learner-table.ts'
import { readLearnerStory } from './story.ts'
import { writeForm } from './write.ts'

async function showFacts({ ctx }: Work, account: UserRecord): Promise<Html> {
	const { name } = readMetadata(account.raw_user_meta_data)
	const { role } = readMetadata(account.raw_app_meta_data)
	const access = await readAccessState(ctx.db, account.id)
	const isUnclaimed = access === 'none' && (await hasUnclaimedAccess(ctx.db, account))
	const isBanned = account.banned_until !== null && account.banned_until > ctx.now()
	const erasesAt = (await findPending(ctx.db, account.id))?.erases_at ?? null
	const factors = account.factors.filter(({ status }) => status === 'verified').map(({ factor_type: type }) => type.replaceAll('_', ' '))
	return facts([
		['Access', isUnclaimed ? badge(UNCLAIMED, 'warn') : badge(access, access === 'active' ? 'good' : 'warn')],
		['Name', typeof name === 'string' && name !== '' ? name.slice(0, 200) : '–'],
		['Address', account.email === null ? '–' : html`${account.email} ${account.email_confirmed_at ? '' : badge('not verified', 'warn')}`],
		['Telephone', account.phone ?? '–'],
		['Account since', when(account.created_at)],
		['Last signed in', when(account.last_sign_in_at)],
		['Second factors', factors.length === 0 ? 'none' : factors.join(', ')],
		['Role in the console', role === 'operator' || role === 'support' ? role : 'none'],
		['Ban', isBanned ? html`${badge('banned', 'bad')} until ${when(account.banned_until)}` : 'none'],
		['Deletion', erasesAt === null ? 'not asked for' : html`${badge('asked for', 'warn')} for ${when(erasesAt)}`],
		['Our id', account.id],
	])
}

/** By module: texts this server sent, texts read to their end, checks answered. */
async function showProgress(content: Content, db: Db, { id }: UserRecord): Promise<Html> {
	const served = await readServed(content, db, id)
	const entries = (await readProgressRows(db, id)).filter(({ done }) => done)
	const count = (kind: string, begin: string) => entries.filter((entry) => entry.kind === kind && entry.key.startsWith(begin)).length
	const last = entries.reduce((latest, { changedAt }) => Math.max(latest, changedAt), 0)
	return html`<p>Last stored: ${last === 0 ? 'never' : when(new Date(last))}</p>
		${table({
			caption: 'Progress by module',
			head: ['Module', 'Opened', 'Read to the end', 'Checks'],
			rows: content.gatedModules.map((module) => {
				const { sections } = content.modulePage(module.id)
				const opened = sections.filter((section) => served.has(`${module.id}/${section.id}`)).length
				const begin = `${module.id}/`
				return [module.id, `${opened} of ${sections.length}`, count('reading', begin), count('lesson-quiz', begin)]
			}),
			empty: 'There is no module.',
		})}`
}

async function showSessions({ ctx }: Work, { id }: UserRecord): Promise<Html> {
	const sessions = await ctx.db
		.selectFrom('auth.sessions')
		.select(['user_agent', 'aal', 'created_at', 'refreshed_at'])
		.where('user_id', '=', id)
		.where((eb) => eb.or([eb('not_after', 'is', null), eb('not_after', '>', ctx.now())]))
		.orderBy('created_at', 'desc')
		.limit(20)
		.execute()
	return table({
		caption: 'Open sessions',
		head: ['Device', 'Signed in', 'Last used', 'Second factor'],
		rows: sessions.map(({ user_agent, aal, created_at, refreshed_at }) => [
			describeDevice(user_agent),
			when(created_at),
			when(refreshed_at ?? created_at),
			aal === 'aal2' ? 'shown' : '–',
		]),
		empty: 'Not signed in anywhere.',
	})
}

const reason = { name: 'reason', label: 'Reason', hint: 'Kept in the activity log.', maxLength: 500 }

async function showActions(work: Work, account: UserRecord): Promise<Html | string> {
	const path = `${places.learners}/${account.id}`
	const letter = folded('Write to them', writeForm(work, { accountId: account.id, subject: '', text: '' }))
	const out = form(work, {
		action: `${path}/sign-out`,
		label: 'Sign out everywhere',
		note: 'Ends every session; the learner signs in again.',
		tone: 'quiet',
	})
	if (work.by.role !== 'operator') return html`${letter} ${out}`
	const isBanned = account.banned_until !== null && account.banned_until > work.ctx.now()
	const guarded = (word: string, label: string, note: string) =>
		folded(label, form(work, { action: `${path}/${word}`, label, fields: [reason], isGuarded: true, note, tone: 'danger' }))
	return html`${letter} ${out}
	${guarded('see', 'See their pages as they do', 'Read only, for 15 minutes. Their security log will show that you looked.')}
	${guarded('grant', 'Give access to the course', 'Makes an order of $0.00 and tells the learner by mail. It can be ended on the page of that order.')}
	${
		isBanned
			? guarded('lift-ban', 'Lift the ban', 'The account can be signed in to again.')
			: guarded('ban', 'Ban', 'Nobody signs in to this account until you lift the ban. Orders and records stay.')
	}
	${guarded(
		'factors',
		'Remove every second factor and passkey',
		'Only after the steps of docs/lost-second-factor.md. Every session ends; the learner signs in by mail and sets up a new one.',
	)}
	${guarded('copy', 'Copy of all data', 'Make sure first who asks for it.')}
	${
		(await findPending(work.ctx.db, account.id))
			? guarded('keep', 'Cancel the deletion', 'The account stays, and its owner is told by mail. Sessions that were ended stay ended.')
			: guarded(
					'erase',
					'Delete account',
					'At its owner’s request. It happens after the days of grace; until then you, or its owner by signing in, can cancel it.',
				)
	}`
}

/** One learner: who they are, where they stand, everything that happened, and what can be done. */
export async function showLearner(work: Work) {
	const { db } = work.ctx
	const account = await requireLearnerOf(work)
	const content = html`${await showFacts(work, account)}
		<div class="pair">
			<section>
				<h2>Everything that happened</h2>
				${timeline(await readLearnerStory(db, account))}
			</section>
			<section>
				<h2>What you can do</h2>
				${await showActions(work, account)}
				<h2>Progress</h2>
				${await showProgress(work.ctx.content, db, account)}
				<h2>Signed in on</h2>
				${await showSessions(work, account)}
			</section>
		</div>`
	return showPage(work, { title: account.email ?? account.phone ?? `Learner ${account.id.slice(-8)}`, content })
}
