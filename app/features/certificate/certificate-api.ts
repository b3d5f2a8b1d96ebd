import { callApi } from '#app/lib/own-api.ts'
import type { ClaimCertificateResponse, OwnCertificateResponse, VerificationResponse } from '#contracts/certificates.ts'

const OWN = '/api/certificates'

const named = (path: string, course: string | null) => (course === null ? path : `${path}?course=${course}`)

export const fetchOwnCertificate = (course: string | null, signal: AbortSignal) =>
	callApi<OwnCertificateResponse>(named(OWN, course), { signal })

export const claimCertificate = (course: string | null, name: string) =>
	callApi<ClaimCertificateResponse>(named(OWN, course), { body: { name } })

export const fetchVerification = (id: string, signal: AbortSignal) =>
	callApi<VerificationResponse>(`${OWN}/${encodeURIComponent(id)}`, { signal })

/**
 * Checks a signed certificate file.
 * @param content the file's parsed JSON
 */
export const checkCertificateFile = (content: unknown) => callApi<VerificationResponse>(`${OWN}/check`, { body: content })

/** Publishes the learner's current retention on the certificate. */
export const publishRetention = (course: string | null) =>
	callApi<OwnCertificateResponse>(named(`${OWN}/still-known`, course), { method: 'PUT' })

export const withdrawRetention = (course: string | null) =>
	callApi<OwnCertificateResponse>(named(`${OWN}/still-known`, course), { method: 'DELETE' })
