import type { CertificateSummary } from '#contracts/certificates.ts'

/**
 * The prefilled LinkedIn form for a certificate in the learner's own profile. A plain link: nothing is loaded or sent before
 * someone clicks it.
 * @param pageUrl absolute address of the verification page
 */
export function linkedInLink(
	{ id, courseName, issuedAt }: CertificateSummary,
	{ organization, pageUrl }: { organization: string; pageUrl: string },
): string {
	const issued = new Date(issuedAt)
	const query = new URLSearchParams({
		startTask: 'CERTIFICATION_NAME',
		name: courseName,
		organizationName: organization,
		issueYear: String(issued.getUTCFullYear()),
		issueMonth: String(issued.getUTCMonth() + 1),
		certUrl: pageUrl,
		certId: id,
	})
	return `https://www.linkedin.com/profile/add?${query.toString()}`
}

/** Date as a certificate shows it, in UTC like the PDF. */
export const certificateDay = (instant: string): string =>
	new Date(instant).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
