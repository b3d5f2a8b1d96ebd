import type { VerificationResponse } from '#contracts/certificates.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import { formatStillKnown } from '#domain/certificates/still-known.ts'

const VERDICTS = {
	valid: () => 'This certificate is valid.',
	revoked: (revokedAt: string | null) =>
		`This certificate was revoked${revokedAt === null ? '' : ` on ${formatUtcDay(revokedAt)}`} and is no longer valid.`,
	altered: () => 'This certificate couldn’t be verified. Don’t rely on it.',
} as const

/** Certificate page's content for clients without JavaScript. */
export function CertificateSummary({ certificate, state }: VerificationResponse) {
	const { id, name, courseName, issuedAt, revokedAt, stillKnown, hasPdf } = certificate
	return (
		<div className="page pb-16">
			<h1>Certificate of Completion</h1>
			<p>{`${name} completed the course ${courseName}. Issued on ${formatUtcDay(issuedAt)}.`}</p>
			<p>
				<strong>{VERDICTS[state](revokedAt)}</strong>
			</p>
			{stillKnown && state === 'valid' && (
				<p>
					{`${formatStillKnown(stillKnown)} Counted on ${formatUtcDay(stillKnown.statedAt)}. `}
					<a href={paths.certificateStillKnown(id)}>Signed statement (JSON)</a>
				</p>
			)}
			<p>
				<a href={paths.certificateFile(id)}>Signed credential (JSON)</a>
				{hasPdf && state === 'valid' && (
					<>
						{' · '}
						<a href={paths.certificatePdf(id)}>Certificate as PDF</a>
					</>
				)}
			</p>
		</div>
	)
}
