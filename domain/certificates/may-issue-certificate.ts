import type { ModuleId } from '#domain/gating/check-module-access.ts'

/** The parts of the course that matter for a certificate. */
export type CertificateModule = {
	readonly id: ModuleId
	readonly sections: readonly CertificateSection[]
}

export type CertificateSection = {
	readonly id: string
	/** True if it has a lesson or a text, which only the server sends. */
	readonly hasText: boolean
	/** Lesson whose knowledge check the server grades; null without one. */
	readonly checkOf: string | null
}

export type CourseEvidence = {
	/** Modules the account holds as completed; each passed the gate of the one before it. */
	readonly completed: ReadonlySet<ModuleId>
	/** Sections the learner's browsers reported as opened, as `module/section`. */
	readonly opened: ReadonlySet<string>
	/** Sections whose text the server itself handed to this learner, as `module/section`. */
	readonly served: ReadonlySet<string>
	/** Knowledge checks that the server graded as passed, as `module/lesson`. */
	readonly passed: ReadonlySet<string>
	/** In how many sittings the server saw this learner read and answer. */
	readonly sittings: number
}

/** One thing that a certificate still needs. */
export type CertificateTask =
	| { readonly kind: 'open-section' | 'pass-check'; readonly moduleId: ModuleId; readonly sectionId: string }
	| { readonly kind: 'complete-module'; readonly moduleId: ModuleId }
	/** Come back after a pause. */
	| { readonly kind: 'another-sitting' }

export type CertificateVerdict = { allowed: true } | { allowed: false; isPaid: boolean; left: readonly CertificateTask[] }

/** The rule of a course, derived from its content. */
export type CertificateRule = { readonly modules: readonly CertificateModule[]; readonly sittings: number }

/** Enough right answers of one graded attempt. `passPercent` itself is enough. */
export const isCheckPassed = ({ score, total }: { score: number; total: number }, passPercent: number): boolean =>
	total > 0 && score * 100 >= passPercent * total

/**
 * True if a certificate may be issued (docs/adr/0338). A browser's report is not enough: each text of the course must have been served to
 * this learner, and the server itself must have graded the checks.
 * @returns otherwise what is left to do, in the order of the course
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
