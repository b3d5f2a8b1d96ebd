import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

import type { BrowserResponse, KnownCredential, RegistrationRequest, RelyingParty, StoredCredential, WebauthnCeremonies } from './port.ts'

/** Loads the library at first use: most processes never need it. */
const load = () => import('@simplewebauthn/server')

const bytesOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

async function makeRegistrationOptions(party: RelyingParty, request: RegistrationRequest) {
	const { generateRegistrationOptions } = await load()
	return generateRegistrationOptions({
		rpName: party.name,
		rpID: party.id,
		userID: bytesOf(request.userId),
		userName: request.userName,
		userDisplayName: request.userName,
		attestationType: 'none',
		excludeCredentials: request.exclude.map(({ id, transports }) => ({ id, transports })),
		authenticatorSelection: { residentKey: request.isDiscoverable ? 'required' : 'discouraged', userVerification: 'preferred' },
	})
}

async function makeAuthenticationOptions(party: RelyingParty, allow: readonly KnownCredential[]) {
	const { generateAuthenticationOptions } = await load()
	return generateAuthenticationOptions({
		rpID: party.id,
		userVerification: 'preferred',
		allowCredentials: allow.map(({ id, transports }) => ({ id, transports })),
	})
}

async function checkRegistration(
	party: RelyingParty,
	{ answer, challenge }: { answer: BrowserResponse; challenge: string },
): Promise<StoredCredential | null> {
	const { verifyRegistrationResponse } = await load()
	try {
		const { registrationInfo } = await verifyRegistrationResponse({
			response: answer as unknown as RegistrationResponseJSON,
			expectedChallenge: challenge,
			expectedOrigin: party.origins,
			expectedRPID: party.id,
			requireUserVerification: false,
		})
		if (!registrationInfo) return null
		const { id, publicKey, counter, transports } = registrationInfo.credential
		return { id, publicKey: Buffer.from(publicKey), signCount: counter, transports: [...(transports ?? [])] }
	} catch {
		// The library throws for every invalid response.
		return null
	}
}

async function checkAuthentication(
	party: RelyingParty,
	{ answer, challenge, credential }: { answer: BrowserResponse; challenge: string; credential: StoredCredential },
): Promise<number | null> {
	const { verifyAuthenticationResponse } = await load()
	try {
		const { verified, authenticationInfo } = await verifyAuthenticationResponse({
			response: answer as unknown as AuthenticationResponseJSON,
			expectedChallenge: challenge,
			expectedOrigin: party.origins,
			expectedRPID: party.id,
			credential: {
				id: credential.id,
				publicKey: new Uint8Array(credential.publicKey),
				counter: credential.signCount,
				transports: credential.transports,
			},
			requireUserVerification: false,
		})
		return verified ? authenticationInfo.newCounter : null
	} catch {
		return null
	}
}

/** WebAuthn ceremonies. User verification (fingerprint or PIN) is preferred but not required. */
export const simpleWebauthn: WebauthnCeremonies = {
	makeRegistrationOptions,
	makeAuthenticationOptions,
	checkRegistration,
	checkAuthentication,
}
