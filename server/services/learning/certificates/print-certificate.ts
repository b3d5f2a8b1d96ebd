import { readLogoPicture } from '#content/schema/logo.ts'
import { paths } from '#contracts/paths.ts'
import type { PrintedCertificate } from '#server/adapters/certificates/port.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { CERTIFICATE_STATEMENT } from './build-credential.ts'
import { requireCurrent } from './revoke-certificates.ts'

export const layOutCertificate = (
	{ content, config }: Pick<ServiceContext, 'content' | 'config'>,
	{ id, learnerName, courseName, issuedAt }: Pick<PrintedCertificate, 'id' | 'learnerName' | 'courseName' | 'issuedAt'>,
): PrintedCertificate => ({
	title: 'Certificate of Completion',
	learnerName,
	courseName,
	statement: CERTIFICATE_STATEMENT,
	issuedAt,
	issuerName: content.site.name,
	logo: readLogoPicture(content.logo)?.png ?? null,
	accent: content.brand.day.accentInk,
	verifyUrl: config.publicUrl + paths.certificate(id),
	id,
})

/**
 * @throws ServiceError `certificate_not_found` (404), `certificate_revoked` (409), `name_not_printable` (422) if the fonts lack a
 * character of the name
 */
export async function printCertificate(ctx: ServiceContext, id: string): Promise<Uint8Array> {
	const row = await requireCurrent(ctx, id)
	if (row.revoked_at !== null) throw new ServiceError('conflict', 'certificate_revoked', 'This certificate was revoked')
	if (!(await ctx.certificates.canPrint(row.learner_name)))
		throw new ServiceError('unprocessable', 'name_not_printable', 'The PDF can’t show this name. Print the certificate page instead')
	return ctx.certificates.print(
		layOutCertificate(ctx, { id: row.id, learnerName: row.learner_name, courseName: row.course_name, issuedAt: row.issued_at }),
	)
}
