import type { ModuleId } from '#domain/gating/check-module-access.ts'

export type CertificateModule = {
	readonly id: ModuleId
	readonly sections: readonly CertificateSection[]
}

export type CertificateSection = {
	readonly id: string
	/** True if the section has a lesson or a text. The server records when it sends one. */
	readonly hasText: boolean
	/** ID of the lesson with a server-graded knowledge check; null if there is none. */
	readonly checkOf: string | null
}

export type CourseEvidence = {
	readonly completed: ReadonlySet<ModuleId>
	/** Sections opened according to the learner's browsers, as `module/section`. */
	readonly opened: ReadonlySet<string>
	/** Sections whose text the server has sent to this learner, as `module/section`. */
	readonly served: ReadonlySet<string>
	/** Knowledge checks passed according to the server, as `module/lesson`. */
	readonly passed: ReadonlySet<string>
	/** Number of the learner's sittings, according to the server. */
	readonly sittings: number
}

export type CertificateTask =
	| { readonly kind: 'open-section' | 'pass-check'; readonly moduleId: ModuleId; readonly sectionId: string }
	| { readonly kind: 'complete-module'; readonly moduleId: ModuleId }
	| { readonly kind: 'another-sitting' }

export type CertificateVerdict = { allowed: true } | { allowed: false; isPaid: boolean; left: readonly CertificateTask[] }

export type CertificateRule = { readonly modules: readonly CertificateModule[]; readonly sittings: number }

/** True if a graded attempt has enough correct answers; exactly `passPercent` is enough. */
export const isCheckPassed = ({ score, total }: { score: number; total: number }, passPercent: number): boolean =>
	total > 0 && score * 100 >= passPercent * total

/**
 * Decides whether a certificate may be issued. A browser's report isn't enough: the server must have sent each text to the learner and
 * graded the checks (docs/adr/0338).
 * @returns the permission, or the missing requirements: tasks in course order, and the payment
 */
export function mayIssueCertificate(rule: CertificateRule, evidence: CourseEvidence, isPaid: boolean): CertificateVerdict {
	const { completed, opened, served, passed } = evidence
	const left = rule.modules.flatMap(({ id, sections }): CertificateTask[] => {
		const inSections = sections.flatMap(({ id: sectionId, hasText, checkOf }): CertificateTask[] => {
			const key = `${id}/${sectionId}`
			const isSeen = opened.has(key) && (!hasText || served.has(key))
			const isPassed = checkOf === null || passed.has(`${id}/${checkOf}`)
			return [
				...(isSeen ? [] : [{ kind: 'open-section', moduleId: id, sectionId } as const]),
				...(isPassed ? [] : [{ kind: 'pass-check', moduleId: id, sectionId } as const]),
			]
		})
		return [...inSections, ...(completed.has(id) ? [] : [{ kind: 'complete-module', moduleId: id } as const])]
	})
	const all = evidence.sittings < rule.sittings ? [...left, { kind: 'another-sitting' } as const] : left
	return isPaid && all.length === 0 ? { allowed: true } : { allowed: false, isPaid, left: all }
}
