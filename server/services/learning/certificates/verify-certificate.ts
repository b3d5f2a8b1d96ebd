import { readLogoPicture } from '#content/schema/logo.ts'
import { type CertificateCheck, type CertificateFile, CertificateFileSchema, type VerificationResponse } from '#contracts/certificates.ts'
import { paths } from '#contracts/paths.ts'
import { toVerificationMethod } from '#domain/certificates/issuer-did.ts'
import { placeInStatusList } from '#domain/certificates/status-list.ts'
import type { PrintedCertificate } from '#server/adapters/certificates/port.ts'
import type { SignedCredential } from '#server/adapters/credentials/port.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type CertificateRow, requireCertificate, summarizeCertificate } from './certificate-rows.ts'
import { CERTIFICATE_STATEMENT, isoSeconds } from './claim-certificate.ts'
import { ensureIssuerKeys } from './issuer-keys.ts'
import { isRevokedIn, readStatusList } from './read-status-list.ts'
import { requireCheckedCertificate } from './revoke-certificates.ts'

/**
 * Returns the credential as issued; its status list shows whether it's still valid.
 * @throws ServiceError `certificate_not_found` (404)
 */
export const readCertificateFile = async (ctx: ServiceContext, id: string): Promise<SignedCredential> =>
	(await requireCertificate(ctx.db, id)).credential

type Signer = { issuer: string; publicMultibase: string }

/** Returns the signer that a file claims to have, before verification. */
function claimedSigner(issuer: string, verificationMethod: unknown): Signer {
	const method = typeof verificationMethod === 'string' ? verificationMethod : ''
	return { issuer, publicMultibase: method.slice(method.lastIndexOf('#') + 1) }
}

/** True if one of our keys signed the file. The DID must be the key's own `did:key`, or a `did:web`. */
function isOurSigner({ issuer, publicMultibase }: Signer, file: CertificateFile, ourKeys: readonly string[]): boolean {
	const isOwnDid = issuer.startsWith('did:web:') || issuer === `did:key:${publicMultibase}`
	return (
		isOwnDid && ourKeys.includes(publicMultibase) && file.proof[0]?.verificationMethod === toVerificationMethod(issuer, publicMultibase)
	)
}

const nameIn = ({ credentialSubject }: CertificateFile) =>
	credentialSubject.identifier.find(({ identityType }) => identityType === 'name')?.identityHash

function isAsRecorded(file: CertificateFile, row: CertificateRow): boolean {
	const { statusListIndex } = file.credentialStatus
	return (
		file.id === `urn:uuid:${row.id}` &&
		file.name === row.course_name &&
		nameIn(file) === row.learner_name &&
		file.validFrom === isoSeconds(row.issued_at) &&
		statusListIndex === String(placeInStatusList(row.position).index)
	)
}

async function isOnRevokedList(ctx: ServiceContext, row: CertificateRow): Promise<boolean> {
	const { list, index } = placeInStatusList(row.position)
	const credential = await readStatusList(ctx, list)
	const signer = claimedSigner(String(credential.issuer), credential.proof[0]?.verificationMethod)
	if (!(await ctx.credentials.verify(credential, { ...signer, now: ctx.now() }))) throw new Error(`status list ${list} does not verify`)
	return isRevokedIn(credential, index)
}

async function verify(ctx: ServiceContext, row: CertificateRow, file: CertificateFile): Promise<VerificationResponse> {
	const { publicKeys } = await ensureIssuerKeys(ctx, ctx.db)
	const signer = claimedSigner(file.issuer.id, file.proof[0]?.verificationMethod)
	const now = ctx.now()
	const isOurs = isOurSigner(signer, file, publicKeys)
	const passed: Record<CertificateCheck, boolean> = {
		signature: await ctx.credentials.verify(file as unknown as SignedCredential, { ...signer, now }),
		issuer: isOurs,
		time: Date.parse(file.validFrom) <= now.getTime(),
		record: isAsRecorded(file, row),
		status: !(await isOnRevokedList(ctx, row)),
	}
	const { status, ...authentic } = passed
	const isAuthentic = Object.values(authentic).every(Boolean)
	return {
		certificate: await summarizeCertificate(ctx, row),
		state: isAuthentic ? (status ? 'valid' : 'revoked') : 'altered',
		checks: (Object.keys(passed) as CertificateCheck[]).map((id) => ({ id, passed: passed[id] })),
		issuer: { id: signer.issuer, name: ctx.content.site.name, key: signer.publicMultibase },
		statusList: file.credentialStatus.statusListCredential,
		checkedAt: now.toISOString(),
	}
}

/** @throws ServiceError `certificate_not_found` (404) */
export async function verifyCertificate(ctx: ServiceContext, id: string): Promise<VerificationResponse> {
	const row = await requireCheckedCertificate(ctx, id)
	return verify(ctx, row, CertificateFileSchema.parse(row.credential))
}

/**
 * Verifies an uploaded file against our record of the certificate.
 * @throws ServiceError `not_a_certificate` (400), `certificate_not_found` (404) if it wasn't issued here
 */
export async function verifyCertificateFile(ctx: ServiceContext, content: unknown): Promise<VerificationResponse> {
	const parsed = CertificateFileSchema.safeParse(content)
	if (!parsed.success)
		throw new ServiceError('invalid', 'not_a_certificate', 'This isn’t a certificate file from this site, or it was changed')
	const row = await requireCheckedCertificate(ctx, parsed.data.id.slice('urn:uuid:'.length))
	return verify(ctx, row, parsed.data)
}

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
	const row = await requireCheckedCertificate(ctx, id)
	if (row.revoked_at !== null) throw new ServiceError('conflict', 'certificate_revoked', 'This certificate was revoked')
	if (!(await ctx.certificates.canPrint(row.learner_name)))
		throw new ServiceError('unprocessable', 'name_not_printable', 'The PDF can’t show this name. Print the certificate page instead')
	return ctx.certificates.print(
		layOutCertificate(ctx, { id: row.id, learnerName: row.learner_name, courseName: row.course_name, issuedAt: row.issued_at }),
	)
}
