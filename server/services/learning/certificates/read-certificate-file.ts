import type { SignedCredential } from '#server/adapters/credentials/port.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { requireCertificate } from './certificate-rows.ts'

/**
 * Returns the signed credential as issued. Its status list shows if it is still valid.
 * @throws ServiceError `certificate_not_found` (404)
 */
export const readCertificateFile = async (ctx: ServiceContext, id: string): Promise<SignedCredential> =>
	(await requireCertificate(ctx.db, id)).credential
