import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import type { CertificateSummary } from '#contracts/certificates.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { formatStillKnown } from '#domain/certificates/still-known.ts'

const SHEET =
	'relative grid justify-items-start gap-[.6rem] overflow-hidden bg-raised p-[clamp(1.5rem,5vw,3.5rem)] pb-[clamp(9rem,30vw,14rem)] lg:pr-104 lg:pb-[clamp(1.5rem,5vw,3.5rem)] print:break-inside-avoid'
const FRAME = 'border-2 border-ink outline-1 outline-line outline-offset-[-.6rem]'

/** Renders a certificate like the printed one; an invalid certificate is struck out. */
export function CertificateSheet({
	certificate,
	organization,
	isValid,
}: {
	certificate: CertificateSummary
	organization: string
	isValid: boolean
}) {
	return (
		<article className={`${SHEET} ${FRAME}`} aria-labelledby="certificate-title">
			<p className="font-semibold text-spruce-ink">{organization}</p>
			<h1 id="certificate-title">Certificate of Completion</h1>
			<p className="text-soft">This is to certify that</p>
			<p
				className={`text-[clamp(1.75rem,6vw,3.25rem)] leading-[1.15] font-semibold text-accent-ink wrap-anywhere ${isValid ? '' : 'line-through'}`}
				dir="auto"
			>
				{certificate.name}
			</p>
			<p className="text-soft">has completed the course</p>
			<p className="text-[1.4rem] font-semibold">{certificate.courseName}</p>
			<p>
				Every module, every section read. Issued on <time dateTime={certificate.issuedAt}>{formatUtcDay(certificate.issuedAt)}</time>.
			</p>
			{certificate.stillKnown && isValid && (
				<p>
					{formatStillKnown(certificate.stillKnown)} Counted on{' '}
					<time dateTime={certificate.stillKnown.statedAt}>{formatUtcDay(certificate.stillKnown.statedAt)}</time>.
				</p>
			)}
			<p className="text-[.9rem] text-soft wrap-anywhere">Certificate {certificate.id}</p>
			<SpritePicture name="summit-sign" className="absolute right-[.65rem] bottom-[.65rem] w-[min(18rem,55%)] lg:w-100" />
		</article>
	)
}
