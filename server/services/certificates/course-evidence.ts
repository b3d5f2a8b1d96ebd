import { readSectionHtml } from '#content/lessons.server.ts'
import { course, lifetimeOffer, modulePage } from '#content/public.server.ts'
import type { Section } from '#content/schema/module.ts'
import {
	mayIssueCertificate,
	type CertificateModule,
	type CertificateVerdict,
	type CourseEvidence,
} from '#domain/certificates/may-issue-certificate.ts'
import { MODULE_IDS, type ModuleId } from '#domain/gating/check-module-access.ts'
import { completedModules } from '#domain/progress/completed-modules.ts'
import type { ServiceContext, Tx } from '#server/context.ts'
import { listEntitlements } from '#server/services/entitlements/list-entitlements.ts'
import { readProgressRows } from '#server/services/progress/progress-rows.ts'

const sectionsOf = (moduleId: ModuleId): readonly Section[] => modulePage(moduleId).sections

async function describeModule(id: ModuleId): Promise<CertificateModule> {
	const sections = await Promise.all(
		sectionsOf(id).map(async (section) => ({
			id: section.id,
			hasText: section.lessonId !== null || (await readSectionHtml(id, section.id)) !== null,
		})),
	)
	return { id, sections }
}

let known: Promise<readonly CertificateModule[]> | null = null

/** Content does not change while the server runs, so it is read once. */
function readCertificateModules() {
	known ??= Promise.all(MODULE_IDS.map(describeModule))
	known.catch(() => (known = null))
	return known
}

/** Sections, as `module/section`, whose text this server handed to the learner. */
export async function readServed(db: ServiceContext['db'] | Tx, userId: string): Promise<Set<string>> {
	const rows = await db.selectFrom('text_reads').select(['module_id', 'kind', 'text_id']).where('user_id', '=', userId).execute()
	const read = new Set(rows.map((row) => `${row.module_id}/${row.kind}/${row.text_id}`))
	const keys = MODULE_IDS.flatMap((id) =>
		sectionsOf(id)
			.filter(({ id: sectionId, lessonId }) => read.has(lessonId === null ? `${id}/section/${sectionId}` : `${id}/lesson/${lessonId}`))
			.map(({ id: sectionId }) => `${id}/${sectionId}`),
	)
	return new Set(keys)
}

async function readEvidence(db: ServiceContext['db'] | Tx, userId: string): Promise<CourseEvidence> {
	const entries = await readProgressRows(db, userId)
	const opened = new Set(entries.filter(({ kind, done }) => kind === 'section' && done).map(({ key }) => key))
	return { completed: completedModules(entries), opened, served: await readServed(db, userId) }
}

/** Whether the learner may have the certificate of the course now, by what this server saw of them. */
export async function judgeLearner(db: ServiceContext['db'] | Tx, userId: string): Promise<CertificateVerdict> {
	const modules = await readCertificateModules()
	const evidence = await readEvidence(db, userId)
	const products = await listEntitlements(db, userId)
	return mayIssueCertificate(modules, evidence, products.includes(lifetimeOffer.code))
}

export const certificateCourse = { code: course.code, name: course.title }
