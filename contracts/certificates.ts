import { z } from 'zod'

import type { StillKnown } from '#domain/certificates/still-known.ts'

/** Largest certificate file that the check reads, in bytes; ours has about 2,000. */
export const CERTIFICATE_FILE_MAX_BYTES = 16_384

/** Body of `POST /api/certificates`. Names are validated in domain/certificates/certificate-name.ts. */
export const ClaimCertificateSchema = z.strictObject({ name: z.string('Please enter your name').max(400, 'Please enter a shorter name') })

const Text = z.string().min(1).max(2000)

/** A certificate file as this site writes it, and nothing more: the file to check may be anything. */
export const CertificateFileSchema = z.strictObject({
	'@context': z.array(Text).length(2),
	id: z.string().regex(/^urn:uuid:[\da-f-]{36}$/),
	type: z.array(Text).length(2),
	issuer: z.strictObject({ id: Text, type: z.array(Text).length(1), name: Text, url: Text }),
	validFrom: Text,
	name: Text,
	credentialSubject: z.strictObject({
		type: z.array(Text).length(1),
		identifier: z
			.array(z.strictObject({ type: Text, hashed: z.boolean(), identityHash: Text, identityType: Text, salt: Text.optional() }))
			.length(2),
		achievement: z.strictObject({
			id: Text,
			type: z.array(Text).length(1),
			achievementType: Text,
			name: Text,
			description: Text,
			criteria: z.strictObject({ narrative: Text }),
		}),
	}),
	credentialStatus: z.strictObject({ id: Text, type: Text, statusPurpose: Text, statusListIndex: Text, statusListCredential: Text }),
	proof: z
		.array(
			z.strictObject({
				type: Text,
				created: Text,
				verificationMethod: Text,
				cryptosuite: Text,
				proofPurpose: Text,
				proofValue: Text,
			}),
		)
		.length(1),
})
export type CertificateFile = z.infer<typeof CertificateFileSchema>

/** The public facts: name, course and date, and whether it is still valid. */
export type CertificateSummary = {
	id: string
	name: string
	courseName: string
	/** ISO 8601. */
	issuedAt: string
	revokedAt: string | null
	/** Retention statement published by the owner, with the time it was counted. */
	stillKnown: (StillKnown & { statedAt: string }) | null
	/** false: the fonts lack a character of the name; the page itself can be printed. */
	hasPdf: boolean
}

type ModulePlace = { moduleId: number; moduleTitle: string }
type SectionPlace = ModulePlace & { sectionId: string; sectionTitle: string }

/** One thing left to do before a certificate. */
export type CertificateTaskWords =
	| ({ kind: 'open-section' } & SectionPlace)
	/** The section's knowledge check, with at least this percentage correct. */
	| ({ kind: 'pass-check'; passPercent: number } & SectionPlace)
	| ({ kind: 'complete-module' } & ModulePlace)
	/** Read or answer something again after a pause of this many minutes. */
	| { kind: 'another-sitting'; pauseMinutes: number }

/** Retention statement available now; with `needed` questions asked. Times are ISO 8601. */
export type OwnStillKnown = { opensAt: string; counted: StillKnown; needed: number }

/** Answer of `GET /api/certificates`. */
export type OwnCertificateResponse =
	| { status: 'issued'; certificate: CertificateSummary; stillKnown: OwnStillKnown }
	| {
			status: 'open'
			/** The account's name; '' when it has none. */
			suggestedName: string
			isPaid: boolean
			/** In the order of the course. With nothing left and paid, it can be claimed. */
			left: CertificateTaskWords[]
			/** A certificate of the learner that is no longer valid. */
			revoked: CertificateSummary | null
	  }

/** Answer of `POST /api/certificates`. */
export type ClaimCertificateResponse = { certificate: CertificateSummary }

export const CERTIFICATE_CHECKS = ['signature', 'issuer', 'time', 'record', 'status'] as const
export type CertificateCheck = (typeof CERTIFICATE_CHECKS)[number]

/** Answer of `GET /api/certificates/:id` and of the check of a file. */
export type VerificationResponse = {
	certificate: CertificateSummary
	/** `altered`: signature, issuer, time or content are wrong. `revoked`: they are right, but it was revoked. */
	state: 'valid' | 'revoked' | 'altered'
	checks: { id: CertificateCheck; passed: boolean }[]
	/** The issuer's DID and the key that signed. */
	issuer: { id: string; name: string; key: string }
	statusList: string
	/** ISO 8601, when these checks were made. */
	checkedAt: string
}
