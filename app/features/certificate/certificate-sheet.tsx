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
			<SummitSign />
		</article>
	)
}

function SummitSign() {
	return (
		<svg
			viewBox="0 0 320 240"
			className="absolute right-[.65rem] bottom-[.65rem] w-[min(18rem,55%)] lg:w-100"
			aria-hidden="true"
			focusable="false"
		>
			<circle cx="226" cy="64" r="38" fill="var(--art-sun)" />
			<path d="M20 240 88 110 128 152 196 50 320 214V240Z" fill="var(--art-far)" />
			<path d="M0 240 84 168 122 198 204 84 262 176 320 138V240Z" fill="var(--art-near)" />
			<path d="M204 84 184 122 198 114 208 126 220 112 228 120Z" fill="var(--art-snow)" />
			<path d="M204 84V40" stroke="var(--ink)" strokeWidth="3" />
			<path d="M206 42 240 52 206 64Z" fill="var(--art-way)" />
			<path
				d="M70 232C130 224 140 196 172 168S190 112 204 86"
				fill="none"
				stroke="var(--art-sun)"
				strokeWidth="4"
				strokeDasharray="2 8"
				strokeLinecap="round"
			/>
		</svg>
	)
}
