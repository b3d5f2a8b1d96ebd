import type { VerificationResponse } from '#contracts/certificates.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import { sayStillKnown } from '#domain/certificates/still-known.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
const VERDICTS = {
	valid: () => 'This certificate is valid.',
	revoked: (revokedAt: string | null) =>
		`This certificate was revoked${revokedAt === null ? '' : ` on ${formatUtcDay(revokedAt)}`} and is no longer valid.`,
	altered: () => 'This certificate could not be verified. Do not rely on it.',
} as const

function summary({ certificate, state }: VerificationResponse): string {
	const { id, name, courseName, issuedAt, revokedAt, stillKnown, hasPdf } = certificate
	const facts = `${escape(name)} completed the course ${escape(courseName)}. Issued on ${formatUtcDay(issuedAt)}.`
	const known =
		stillKnown && state === 'valid'
			? `<p>${sayStillKnown(stillKnown)} Counted on ${formatUtcDay(stillKnown.statedAt)}. <a href="${paths.certificateStillKnown(id)}">Signed statement (JSON)</a></p>`
			: ''
	const pdf = hasPdf && state === 'valid' ? ` · <a href="${paths.certificatePdf(id)}">Certificate as PDF</a>` : ''
	return `<noscript><div class="page pb-16"><h1>Certificate of Completion</h1><p>${facts}</p><p><strong>${VERDICTS[state](revokedAt)}</strong></p>${known}<p><a href="${paths.certificateFile(id)}">Signed credential (JSON)</a>${pdf}</p></div></noscript>`
}

/** The page with its content as plain HTML, for browsers that run no script. */
export async function withSummary(page: Response, verification: VerificationResponse): Promise<Response> {
	const html = await page.text()
	const headers = new Headers(page.headers)
	headers.delete('etag')
	headers.delete('content-length')
	headers.set('cache-control', 'no-store')
	// At the end of the body, where React does not touch markup that it did not write.
	return new Response(
		html.replace('</body>', () => `${summary(verification)}</body>`),
		{ status: page.status, headers },
	)
}
