import type { Content } from '#content/load-content.server.ts'
import { oncePerContent } from '#content/once-per-content.ts'
import type { Module } from '#content/schema/module.ts'
import { countSittings } from '#domain/certificates/count-sittings.ts'
import {
	isCheckPassed,
	mayIssueCertificate,
	type CertificateModule,
	type CertificateVerdict,
	type CourseEvidence,
} from '#domain/certificates/may-issue-certificate.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { listEntitlements } from '#server/services/learning/entitlements/list-entitlements.ts'
import { readProgressRows } from '#server/services/learning/progress/progress-rows.ts'

function describeModule({ readLesson }: Content, { id, sections }: Module): CertificateModule {
	const described = sections.map(({ id: sectionId, lessonId }) => ({
		id: sectionId,
		hasText: lessonId !== null,
		checkOf: lessonId !== null && (readLesson(id, lessonId)?.quiz.length ?? 0) > 0 ? lessonId : null,
	}))
	// A section that is not written yet has nothing to open; the first one always has the overview.
	return { id, sections: described.filter(({ hasText }, index) => hasText || index === 0) }
}

const readCertificateModules = oncePerContent((content) => content.taughtModules.map((module) => describeModule(content, module)))

/** When this server sent a text to a learner: the first time, and the last one after a pause. */
type Served = { firstAt: Date; lastAt: Date }

/** The sections, as `module/section`, whose text this server sent to the learner. */
export async function readServed({ taughtModules }: Content, db: ServiceContext['db'] | Tx, userId: string): Promise<Map<string, Served>> {
	const rows = await db
		.selectFrom('text_reads')
		.select(['module_id', 'kind', 'text_id', 'first_read_at as firstAt', 'last_read_at as lastAt'])
		.where('user_id', '=', userId)
		.execute()
	const read = new Map(rows.map(({ module_id, kind, text_id, ...served }) => [`${module_id}/${kind}/${text_id}`, served]))
	const found = taughtModules.flatMap(({ id, sections }) =>
		sections.flatMap(({ id: sectionId, lessonId }) => {
			const served = read.get(`${id}/lesson/${lessonId}`)
			return served ? [[`${id}/${sectionId}`, served] as const] : []
		}),
	)
	return new Map(found)
}

const readAttempts = (db: ServiceContext['db'] | Tx, userId: string) =>
	db
		.selectFrom('lesson_quiz_attempts')
		.select(['module_id', 'lesson_id', 'score', 'total', 'attempted_at'])
		.where('user_id', '=', userId)
		.execute()

async function readEvidence(content: Content, db: ServiceContext['db'] | Tx, userId: string): Promise<CourseEvidence> {
	const asked = content.course.certificate
	const entries = await readProgressRows(db, userId)
	const served = await readServed(content, db, userId)
	const attempts = await readAttempts(db, userId)
	const passed = attempts.filter((attempt) => isCheckPassed(attempt, asked.passPercent))
	const times = [...[...served.values()].flatMap(({ firstAt, lastAt }) => [firstAt, lastAt]), ...attempts.map((row) => row.attempted_at)]
	return {
		completed: completedModules(entries),
		opened: new Set(entries.filter(({ kind, done }) => kind === 'section' && done).map(({ key }) => key)),
		served: new Set(served.keys()),
		passed: new Set(passed.map((row) => `${row.module_id}/${row.lesson_id}`)),
		sittings: countSittings(
			times.map((time) => time.getTime()),
			asked.pauseMinutes * 60_000,
		),
	}
}

/** Whether the learner may have the certificate of the course now, by what this server recorded. */
export async function judgeLearner(content: Content, db: ServiceContext['db'] | Tx, userId: string): Promise<CertificateVerdict> {
	const modules = readCertificateModules(content)
	const evidence = await readEvidence(content, db, userId)
	const products = await listEntitlements(db, userId)
	return mayIssueCertificate({ modules, sittings: content.course.certificate.sittings }, evidence, products.length > 0)
}

export const certificateCourse = ({ course }: Content) => ({ code: course.code, name: course.title })
