import type { TaughtCourse } from '#content/derive-further-courses.ts'
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
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import { type CourseContents, joinContents, contentsThatOpen, opensModule } from '#domain/gating/course-contents.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readOpened } from '#server/services/learning/entitlements/entitlements.ts'
import { readProgressRows } from '#server/services/learning/progress/merge-learner-progress.ts'

function describeModule({ readLesson }: Content, { id, sections }: Module): CertificateModule {
	const described = sections.map(({ id: sectionId, lessonId }) => ({
		id: sectionId,
		hasText: lessonId !== null,
		checkOf: lessonId !== null && (readLesson(id, lessonId)?.quiz.length ?? 0) > 0 ? lessonId : null,
	}))
	// A section without a text can't be read, except the first, which always has the overview.
	return { id, sections: described.filter(({ hasText }, index) => hasText || index === 0) }
}

const readAllModules = oncePerContent(
	(content) => new Map(content.allTaughtModules.map((module) => [module.id, describeModule(content, module)])),
)

const readCertificateModules = (content: Content, { modules }: TaughtCourse): CertificateModule[] =>
	modules.flatMap(({ id }) => readAllModules(content).get(id) ?? [])

/** Times when a section's text was sent. `lastAt` changes only after a pause. */
type Served = { firstAt: Date; lastAt: Date }

/** Returns the sections, as `module/section`, whose text this server sent to the learner. */
export async function listServedSections(
	{ allTaughtModules }: Content,
	db: ServiceContext['db'] | Tx,
	userId: string,
): Promise<Map<string, Served>> {
	const rows = await db
		.selectFrom('content_reads')
		.select(['module_id', 'kind', 'content_id', 'first_read_at as firstAt', 'last_read_at as lastAt'])
		.where('user_id', '=', userId)
		.execute()
	const read = new Map(rows.map(({ module_id, kind, content_id, ...served }) => [`${module_id}/${kind}/${content_id}`, served]))
	const found = allTaughtModules.flatMap(({ id, sections }) =>
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

type Claim = { course: TaughtCourse; userId: string }

/**
 * Reads the learner's evidence for a course.
 * @param claim.course texts, checks and study sessions of other courses don't count
 */
async function readEvidence(content: Content, db: ServiceContext['db'] | Tx, { course, userId }: Claim): Promise<CourseEvidence> {
	const requirements = course.certificate
	const moduleIds = new Set(course.modules.map(({ id }) => id))
	const isOfCourse = (key: string) => moduleIds.has(Number(key.split('/', 1)[0]))
	const entries = await readProgressRows(db, userId)
	const served = new Map([...(await listServedSections(content, db, userId))].filter(([key]) => isOfCourse(key)))
	const attempts = (await readAttempts(db, userId)).filter(({ module_id: id }) => moduleIds.has(id))
	const passed = attempts.filter((attempt) => isCheckPassed(attempt, requirements.passPercent))
	const times = [...[...served.values()].flatMap(({ firstAt, lastAt }) => [firstAt, lastAt]), ...attempts.map((row) => row.attempted_at)]
	return {
		completed: completedModules(entries),
		opened: new Set(entries.filter(({ kind, done }) => kind === 'section' && done).map(({ key }) => key)),
		served: new Set(served.keys()),
		passed: new Set(passed.map((row) => `${row.module_id}/${row.lesson_id}`)),
		sittings: countSittings(
			times.map((time) => time.getTime()),
			requirements.pauseMinutes * 60_000,
		),
	}
}

/** Decides whether the learner may claim the certificate of a course now. */
export async function checkCertificateClaim(
	content: Content,
	db: ServiceContext['db'] | Tx,
	{ course, userId }: Claim,
): Promise<CertificateVerdict> {
	const modules = readCertificateModules(content, course)
	const evidence = await readEvidence(content, db, { course, userId })
	const opened = await readOpened(db, userId)
	const isPaid = course.gatedModules.every((module) => opensModule(opened, module))
	return mayIssueCertificate({ modules, sittings: course.certificate.sittings }, evidence, isPaid)
}

/**
 * @param courseId null for the main course
 * @throws ServiceError `course_unknown` (404), also for the career path, which can't be completed
 */
export function requireCertifiedCourse({ courseById }: Content, courseId: string | null): TaughtCourse {
	const course = courseById(courseId ?? MAIN_COURSE_ID)
	if (!course || course.modules.length === 0) throw new ServiceError('not-found', 'course_unknown', 'We can’t find that course')
	return course
}

/**
 * Returns the courses and modules whose purchase opens a part of a course: access through any of them keeps the certificate
 * valid.
 */
export const openersOfCourse = ({ gatedModules }: TaughtCourse): CourseContents => joinContents(gatedModules.map(contentsThatOpen))
