import type { ModuleId } from '#domain/gating/check-module-access.ts'

/** The course as far as a certificate asks about it. */
export type CertificateModule = {
	readonly id: ModuleId
	/** `hasText`: there is a lesson or a text behind it, which only the server hands out. */
	readonly sections: readonly { readonly id: string; readonly hasText: boolean }[]
}

export type CourseEvidence = {
	/** Modules the account holds as completed; each passed the gate of the one before it. */
	readonly completed: ReadonlySet<ModuleId>
	/** Sections the learner's browsers reported as opened, as `module/section`. */
	readonly opened: ReadonlySet<string>
	/** Sections whose text the server itself handed to this learner, as `module/section`. */
	readonly served: ReadonlySet<string>
}

/** One thing that a certificate still needs. */
export type CertificateTask =
	| { readonly kind: 'open-section'; readonly moduleId: ModuleId; readonly sectionId: string }
	| { readonly kind: 'complete-module'; readonly moduleId: ModuleId }

export type CertificateVerdict = { allowed: true } | { allowed: false; isPaid: boolean; left: readonly CertificateTask[] }

/**
 * Whether a certificate may be issued (DECISIONS, 'Claim Your Graduation Certificate' and 'What paying unlocks'; docs/decisions/0076).
 * What a browser reports is not enough: each text of the course must have left the server for this learner.
 * @returns what is left to do otherwise, in the order of the course
 */
export function mayIssueCertificate(
	modules: readonly CertificateModule[],
	{ completed, opened, served }: CourseEvidence,
	isPaid: boolean,
): CertificateVerdict {
	const left = modules.flatMap(({ id, sections }): CertificateTask[] => {
		const isSeen = (key: string, hasText: boolean) => opened.has(key) && (!hasText || served.has(key))
		const unseen = sections.filter((section) => !isSeen(`${id}/${section.id}`, section.hasText))
		return [
			...unseen.map((section) => ({ kind: 'open-section', moduleId: id, sectionId: section.id }) as const),
			...(completed.has(id) ? [] : [{ kind: 'complete-module', moduleId: id } as const]),
		]
	})
	return isPaid && left.length === 0 ? { allowed: true } : { allowed: false, isPaid, left }
}
