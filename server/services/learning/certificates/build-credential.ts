import { createHash, randomBytes } from 'node:crypto'

import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import { coursePath, paths } from '#contracts/paths.ts'
import { placeInStatusList } from '#domain/certificates/status-list.ts'
import { MAIN_COURSE_ID } from '#domain/gating/check-module-access.ts'
import type { Credential } from '#server/adapters/credentials/port.ts'

export const CREDENTIAL_CONTEXTS = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

/** Text of every certificate. It must not claim an exam or an accreditation. */
export const CERTIFICATE_STATEMENT =
	'Opened and read every section of every module of the course, passed its knowledge checks and completed each module, over more than one sitting. A certificate of completion, issued by the course itself; it is not an accredited degree.'

/** Formats a time in whole seconds: verifiers may rewrite fractions, and the signed text must stay the same. */
export const isoSeconds = (date: Date) => date.toISOString().replace(/\.\d+/, '')

export type CertificateFacts = {
	id: string
	position: number
	course: Pick<TaughtCourse, 'id' | 'title' | 'description'>
	learnerName: string
	email: string
	issuedAt: Date
	issuer: string
	siteUrl: string
}

/** Hashes the email address as Open Badges specifies: someone who knows the address can verify it, others can't read it. */
function hideEmail(email: string) {
	const salt = randomBytes(16).toString('hex')
	const digest = createHash('sha256')
		.update(email + salt)
		.digest('hex')
	return { type: 'IdentityObject', hashed: true, identityHash: `sha256$${digest}`, identityType: 'emailAddress', salt }
}

/** Builds an Open Badges 3.0 credential, without the proof. */
export function buildCredential(content: Content, facts: CertificateFacts): Credential {
	const { list, index } = placeInStatusList(facts.position)
	const statusList = facts.siteUrl + paths.certificateStatusList(list)
	return {
		'@context': CREDENTIAL_CONTEXTS,
		id: `urn:uuid:${facts.id}`,
		type: ['VerifiableCredential', 'OpenBadgeCredential'],
		issuer: { id: facts.issuer, type: ['Profile'], name: content.site.name, url: facts.siteUrl },
		validFrom: isoSeconds(facts.issuedAt),
		name: facts.course.title,
		credentialSubject: {
			type: ['AchievementSubject'],
			identifier: [
				{ type: 'IdentityObject', hashed: false, identityHash: facts.learnerName, identityType: 'name' },
				hideEmail(facts.email),
			],
			achievement: {
				id: facts.siteUrl + (facts.course.id === MAIN_COURSE_ID ? paths.modules : coursePath(facts.course.id)),
				type: ['Achievement'],
				achievementType: 'Certificate',
				name: facts.course.title,
				description: facts.course.description ?? content.site.description,
				criteria: { narrative: CERTIFICATE_STATEMENT },
			},
		},
		credentialStatus: {
			id: `${statusList}#${index}`,
			type: 'BitstringStatusListEntry',
			statusPurpose: 'revocation',
			statusListIndex: String(index),
			statusListCredential: statusList,
		},
	}
}
