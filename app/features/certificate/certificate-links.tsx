import { LinkButton } from '#app/ui/button.tsx'
import type { CertificateSummary } from '#contracts/certificates.ts'
import { paths } from '#contracts/paths.ts'

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

type CertificateLinksProps = {
	certificate: CertificateSummary
	organization: string
	hasPageLink: boolean
}

export function CertificateLinks({ certificate, organization, hasPageLink }: CertificateLinksProps) {
	const page = paths.certificate(certificate.id)
	const pageUrl = new URL(page, window.location.origin).href
	return (
		<div className="flex flex-wrap gap-x-4 gap-y-3">
			{hasPageLink && <LinkButton to={page}>View Your Certificate</LinkButton>}
			{certificate.hasPdf && (
				<a className={hasPageLink ? 'btn btn-secondary' : 'btn btn-primary'} href={paths.certificatePdf(certificate.id)} download>
					Download PDF
				</a>
			)}
			<a className="btn btn-secondary" href={paths.certificateFile(certificate.id)} download>
				Download Credential (JSON)
			</a>
			{certificate.stillKnown && (
				<a className="btn btn-secondary" href={paths.certificateStillKnown(certificate.id)} download>
					Download Signed Statement (JSON)
				</a>
			)}
			<a
				className="btn btn-secondary"
				href={linkedInLink(certificate, { organization, pageUrl })}
				target="_blank"
				rel="noopener noreferrer"
			>
				Add to LinkedIn<span className="sr-only"> (opens in a new tab)</span>
			</a>
		</div>
	)
}
