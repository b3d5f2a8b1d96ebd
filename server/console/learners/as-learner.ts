import { html } from 'hono/html'

import { gatedModules } from '#content/course-order.server.ts'
import { modulePage } from '#content/public.server.ts'
import { checkLessonAccess, type LessonAccess } from '#domain/gating/check-lesson-access.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, facts, table } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { hasCourseAccess } from '#server/services/learning/course/has-course-access.ts'
import { readProgressRows } from '#server/services/learning/progress/progress-rows.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { requireLearnerOf, requireReason } from './learner-actions.ts'

const whyClosed = (access: Exclude<LessonAccess, { allowed: true }>): string => {
	if (access.reason === 'previous-incomplete') return `module ${access.previous} is not completed`
	return access.reason === 'not-enrolled' ? 'the course was not bought' : 'no account'
}

async function readCourse({ ctx }: Work, userId: string) {
	const entries = await readProgressRows(ctx.db, userId)
	const hasEntitlement = await hasCourseAccess(ctx, userId)
	const reader = { completed: completedModules(entries), hasEntitlement }
	const done = new Set(entries.filter((entry) => entry.kind === 'section' && entry.done).map(({ key }) => key))
	const modules = gatedModules.map((module) => ({
		id: module.id,
		access: checkLessonAccess(module, reader, ctx.accessPolicy),
		isCompleted: reader.completed.has(module.id),
		sections: modulePage(module.id).sections.map(({ id, title }) => ({ title, isDone: done.has(progressKey.section(module.id, id)) })),
	}))
	return { modules, hasEntitlement }
}

type Seen = Awaited<ReturnType<typeof readCourse>>

/** The first section that is open to the learner and not done. */
const findNext = ({ modules }: Seen): string => {
	for (const { id, access, sections } of modules) {
		const next = access.allowed ? sections.find(({ isDone }) => !isDone) : undefined
		if (next) return `Module ${id}: ${next.title}`
	}
	return 'none: whatever is open is done'
}

const present = (seen: Seen): Html =>
	html`${facts([
		['Paid templates', seen.hasEntitlement ? badge('open', 'good') : badge('closed', 'warn')],
		['Next section', findNext(seen)],
	])}
	${table({
		caption: 'Modules as the learner finds them',
		head: ['Module', 'Texts', 'State', 'Sections done', 'Not done yet'],
		rows: seen.modules.map(({ id, access, isCompleted, sections }) => {
			const left = sections.filter(({ isDone }) => !isDone)
			return [
				id,
				access.allowed ? badge('open', 'good') : html`${badge('closed', 'warn')} ${whyClosed(access)}`,
				isCompleted ? badge('completed', 'good') : '–',
				`${sections.length - left.length} of ${sections.length}`,
				left.length === 0 ? '–' : left.map(({ title }) => title).join('; '),
			]
		}),
		empty: '',
	})}`

/**
 * What is open and done for one learner, by the same rules by which their own pages and calls are answered. No session of theirs
 * is opened and nothing of theirs is written but the line in their security log, which says that it happened.
 */
export async function seeAsLearner(work: Work, fields: Readonly<Record<string, string>>) {
	const { ctx } = work
	const { id, email } = await requireLearnerOf(work)
	const reason = requireReason(fields)
	const seen = await readCourse(work, id)
	// The log is the learner's own, and is in the copy of their data: the operator's network has no place there.
	const unseen = { ...ctx, clientAddress: '', userAgent: '' }
	await recordAudit(unseen, ctx.db, {
		action: 'seen_by_operator',
		outcome: 'success',
		userId: id,
		detail: { by: "the academy's operator" },
	})
	await recordAction(work, ctx.db, { action: 'seen_as_learner', object: { kind: 'account', id }, reason })
	const content = html`<p>
			<a href="${places.learners}/${id}">${email ?? id.slice(-8)}</a>: this is what the course answers to them now. It stands in their
			security log that you looked. Nothing here can be pressed in their name.
		</p>
		${present(seen)}`
	return showPage(work, { title: 'As the learner finds the course', content })
}
