import type { CertificateSummary } from '#contracts/certificates.ts'

/**
 * Returns the URL of LinkedIn's form, prefilled with the certificate.
 * @param pageUrl absolute URL of the verification page
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

/** Formats a certificate's date in UTC, as in the PDF. */
export const certificateDay = (instant: string): string =>
	new Date(instant).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })
