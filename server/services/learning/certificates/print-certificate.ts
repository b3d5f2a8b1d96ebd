import { paths } from '#contracts/paths.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { CERTIFICATE_STATEMENT } from './build-credential.ts'
import { requireCurrent } from './revoke-certificates.ts'

/**
 * Prints a certificate as a PDF, unless it was revoked.
 * @throws ServiceError `certificate_not_found` (404), `certificate_revoked` (409), `name_not_printable` (422) when the fonts
 * lack a character of the name
 */
export async function printCertificate(ctx: ServiceContext, id: string): Promise<Uint8Array> {
	const row = await requireCurrent(ctx, id)
	if (row.revoked_at !== null) throw new ServiceError('conflict', 'certificate_revoked', 'This certificate was revoked')
	if (!(await ctx.certificates.canPrint(row.learner_name)))
		throw new ServiceError('unprocessable', 'name_not_printable', 'The PDF cannot show this name; print the certificate page instead')
	return ctx.certificates.print({
		title: 'Certificate of Completion',
		learnerName: row.learner_name,
		courseName: row.course_name,
		statement: CERTIFICATE_STATEMENT,
		issuedAt: row.issued_at,
		issuerName: ctx.content.site.name,
		accent: ctx.content.brand.day.accentInk,
		verifyUrl: ctx.config.publicUrl + paths.certificate(row.id),
		id: row.id,
	})
}
