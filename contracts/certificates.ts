import { z } from 'zod'

import type { StillKnown } from '#domain/certificates/still-known.ts'

/** Maximum size of a certificate file to verify, in bytes; ours have about 2,000. */
export const CERTIFICATE_FILE_MAX_BYTES = 16_384

/** Body of `POST /api/certificates`. Names are validated in domain/certificates/certificate-name.ts. */
export const ClaimCertificateSchema = z.strictObject({ name: z.string('Please enter your name').max(400, 'Please enter a shorter name') })

const Text = z.string().min(1).max(2000)

/** A certificate file as this site issues it. Refuses unknown keys, because uploaded files can contain anything. */
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

export type CertificateSummary = {
	id: string
	name: string
	courseName: string
	/** ISO 8601, like all times here. */
	issuedAt: string
	revokedAt: string | null
	/** Retention statement published by the owner, and when it was computed. */
	stillKnown: (StillKnown & { statedAt: string }) | null
	/** False if there is no PDF, because its fonts lack a character of the name. The page itself can be printed. */
	hasPdf: boolean
}

type ModulePlace = { moduleId: number; moduleTitle: string }
type SectionPlace = ModulePlace & { sectionId: string; sectionTitle: string }

export type CertificateTaskWords =
	| ({ kind: 'open-section' } & SectionPlace)
	/** The learner must pass the section's knowledge check, with at least this percentage of correct answers. */
	| ({ kind: 'pass-check'; passPercent: number } & SectionPlace)
	| ({ kind: 'complete-module' } & ModulePlace)
	/** The learner must read or answer something after a pause of at least this many minutes. */
	| { kind: 'another-sitting'; pauseMinutes: number }

/** Retention statement that the owner could publish; requires at least `needed` answered questions. Times are ISO 8601. */
export type OwnStillKnown = { opensAt: string; counted: StillKnown; needed: number }

export type OwnCertificateResponse =
	| { status: 'issued'; certificate: CertificateSummary; stillKnown: OwnStillKnown }
	| {
			status: 'open'
			/** The account's name; '' if it has none. */
			suggestedName: string
			isPaid: boolean
			/** Remaining tasks, in course order. With none left, the certificate can be claimed if the course is paid. */
			left: CertificateTaskWords[]
			/** An earlier certificate that was revoked, or null. */
			revoked: CertificateSummary | null
	  }

export type ClaimCertificateResponse = { certificate: CertificateSummary }

export const CERTIFICATE_CHECKS = ['signature', 'issuer', 'time', 'record', 'status'] as const
export type CertificateCheck = (typeof CERTIFICATE_CHECKS)[number]

/** Response of `GET /api/certificates/:id` and of verifying a file. */
export type VerificationResponse = {
	certificate: CertificateSummary
	/** `altered`: signature, issuer, time or content is wrong. `revoked`: the certificate is genuine, but was revoked. */
	state: 'valid' | 'revoked' | 'altered'
	checks: { id: CertificateCheck; passed: boolean }[]
	/** `id`: the issuer's DID. `key`: the public key that verifies the signature. */
	issuer: { id: string; name: string; key: string }
	statusList: string
	/** Time of the checks, in ISO 8601. */
	checkedAt: string
}
